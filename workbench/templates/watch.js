// A work while it goes on: what it knows so far, redrawn as it comes.
import { ask, element, put } from "./common.js";
import { toReport } from "./report.js";

const WIDTH = 640, HEIGHT = 180, EDGE = 44, RIGHT = 8, APART = 14;
const LEAST = 1; // percentage point that the chart shows at least
const SILENCE = 5000; // milliseconds after which a server that has gone is missed; a stream that broke goes on before
const GONE = "The workbench does not answer: is it still running? Open the address that it prints anew. Nothing that is played is lost.";
const WORDS = { waiting: "waits for its turn", running: "is played", done: "is done", failed: "has failed", stopped: "was stopped" };
const signed = (x) => `${x > 0 ? "+" : x < 0 ? "\u2212" : ""}${Math.abs(x).toFixed(1)}`;

/** Watch a work in a box; returns what ends that. heard: called with every look. */
export function watch(box, name, heard = () => {}) {
  const address = `/api/works/${encodeURIComponent(name)}`;
  let stream, missed;
  const begin = () => {
    stream = new EventSource(`${address}/events`);
    stream.addEventListener("error", () => {
      missed ??= setTimeout(() => box.prepend(element("p", GONE, { className: "fault", role: "alert" })), SILENCE);
    });
    stream.addEventListener("message", ({ data }) => {
      clearTimeout(missed);
      missed = undefined;
      const look = JSON.parse(data);
      draw(box, { address, begin }, look);
      heard(look);
      if (["done", "failed", "stopped"].includes(look.state)) stream.close();
    });
  };
  begin();
  return () => {
    clearTimeout(missed);
    stream.close();
  };
}

function draw(box, work, look) {
  const state = element("p", [element("b", WORDS[look.state] ?? look.state)], { className: `state ${look.state}`, ariaLive: "polite" });
  const parts = [state];
  if (look.error) parts.push(element("p", look.error, { className: "fault" }));
  if (look.look) parts.push(...change(look.look, look.names));
  if (look.state === "running") parts.push(...progress(look));
  if (look.sentence) parts.push(element("p", look.sentence, { className: "sentence" }));
  parts.push(tools(box, work, look));
  if (look.state === "done" && look.said?.length && !look.look) {
    parts.push(element("details", [element("summary", "All that it found"), element("pre", look.said.join("\n"))]));
  }
  if (look.command) parts.push(element("details", [element("summary", "The same on the command line"), element("pre", look.command)]));
  const opened = [...box.querySelectorAll("details[open] summary")].map((each) => each.textContent);
  const held = box.contains(document.activeElement) ? document.activeElement.dataset.tool : null;
  for (const each of parts.filter(({ localName }) => localName === "details")) each.open = opened.includes(each.firstChild.textContent);
  put(box, parts);
  if (held) box.querySelector(`[data-tool="${held}"]`)?.focus();
}

function progress({ done, planned, progress: said }) {
  const bar = element("progress", [], planned ? { value: done, max: planned, ariaLabel: "Games played" } : { ariaLabel: "It goes on" });
  return [bar, element("p", said, { className: "note" })];
}

function tools(box, { address, begin }, look) {
  const found = [];
  const tool = (id, text, what, isMain = false) => {
    const made = element("button", text, { type: "button", className: isMain ? "main" : "" });
    made.dataset.tool = id;
    made.addEventListener("click", async () => {
      try {
        await what();
      } catch (error) {
        box.append(element("p", error.message, { className: "fault", role: "alert" }));
      }
    });
    found.push(made);
  };
  if (["waiting", "running"].includes(look.state)) tool("stop", "Stop", () => ask(`${address}/stop`, {}));
  if (look.has_runs) tool("report", "The report", () => toReport("/api/runs/report", { path: look.out }), look.state === "done");
  if (["failed", "stopped"].includes(look.state) && look.name) {
    tool("again", "Go on", async () => {
      await ask(`${address}/again`, {});
      begin();
    });
  }
  return element("p", found, { className: "go" });
}

// A change ----------------------------------------------------------------------------------------

/** What is known of a change: for every side before, after and the difference, and how it has settled. names: of before and after. */
function change(known, names) {
  const rows = known.sides.map((side) => element("tr", [
    element("th", side.name, { scope: "row" }), element("td", `${side.before.toFixed(1)}%`), element("td", `${side.after.toFixed(1)}%`),
    element("td", [element("b", signed(side.change)), ` \u00b1 ${side.half.toFixed(1)}`]),
  ]));
  const head = ["Side", ...names, "difference, points"].map((text) => element("th", text, { scope: "col" }));
  const goal = known.goal ? `, until \u00b1 ${known.goal}` : "";
  const pairs = known.n.toLocaleString("en");
  return [
    element("p", `${pairs} games, each played twice with the same luck${goal}`, { className: "count" }),
    element("table", [element("thead", element("tr", head)), element("tbody", rows)], { className: "list" }),
    chart(known.trace.map(([n, change, half]) => ({ n, change, half })), known.sides[0].name),
  ];
}

function svg(tag, attributes, children = []) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The difference with its interval, as the games have come. */
function chart(points, side) {
  const low = Math.min(-LEAST, ...points.map((p) => p.change - p.half));
  const high = Math.max(LEAST, ...points.map((p) => p.change + p.half));
  const [first, last] = [points[0], points.at(-1)];
  const x = (n) => EDGE + (last.n > first.n ? ((WIDTH - EDGE - RIGHT) * (n - first.n)) / (last.n - first.n) : (WIDTH - EDGE - RIGHT) / 2);
  const y = (value) => 8 + ((HEIGHT - 24) * (high - value)) / (high - low);
  const at = (p, value) => `${x(p.n).toFixed(1)},${y(value).toFixed(1)}`;
  const upper = points.map((p) => at(p, p.change + p.half));
  const lower = points.map((p) => at(p, p.change - p.half)).toReversed();
  const label = (value) => svg("text", { x: EDGE - 6, y: y(value) + 4, "text-anchor": "end" }, [signed(value)]);
  const title = `Difference of ${side}: ${signed(last.change)} points, \u00b1 ${last.half.toFixed(1)}, after ${last.n} pairs of games`;
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "settling", role: "img", "aria-label": title }, [
    svg("polygon", { class: "band", points: [...upper, ...lower].join(" ") }),
    svg("line", { class: "zero", x1: EDGE, x2: WIDTH, y1: y(0), y2: y(0) }),
    svg("polyline", { class: "mean", points: points.map((p) => at(p, p.change)).join(" ") }),
    svg("line", { class: "mean", x1: x(last.n), x2: x(last.n), y1: y(last.change - last.half), y2: y(last.change + last.half) }),
    svg("circle", { class: "now", cx: x(last.n), cy: y(last.change), r: 4 }),
    label(0), ...[high, low].filter((value) => Math.abs(y(value) - y(0)) > APART).map(label),
    svg("text", { x: WIDTH, y: HEIGHT - 2, "text-anchor": "end" }, [`${last.n.toLocaleString("en")} pairs`]),
  ]);
}
