// Reports: asked for, waited for, shown.
import { ask, by, element } from "./common.js";

const BEAT = 500; // milliseconds

/** Ask for a report and go to it. */
export async function toReport(address, body) {
  const { name } = await ask(address, body);
  location.assign(`/reports/${name}/`);
}

/** Wait until the report of this page is written. */
async function wait(started) {
  const name = location.pathname.split("/")[2];
  try {
    const sheet = await ask(`/api/reports/${name}`);
    if (sheet.state === "ready") {
      location.reload();
      return;
    }
    if (sheet.state === "failed") {
      by("wait").replaceChildren(element("h2", "There is no report"), element("p", sheet.said));
      return;
    }
    by("time").textContent = `${Math.round((Date.now() - started) / 1000)} s`;
  } catch (error) {
    by("time").textContent = error.message;
  }
  setTimeout(() => wait(started), BEAT);
}

if (by("wait") && location.pathname.startsWith("/reports/")) wait(Date.now());
