// The page of all runs: the queue, and what lies in the folder.
import { ask, by, element } from "./common.js";
import { toReport } from "./report.js";

const BEAT = 2000; // milliseconds
const HEADLINES = 2; // asked for at once
const KINDS = {
  run: "run", study: "study", training: "training", whatif: "change", ablation: "ablation", restrictions: "skill",
  ladder: "ladder", tuning: "tuning", swaps: "exchanges", matrix: "decks", audit: "audit", plays: "plays",
};
const ended = new Set(["done", "failed", "stopped"]);
const headlines = new Map(); // path and time -> sentence
const ticked = new Set();
let runs = [];
let waiting = [];

/** Do something, and say what goes wrong. */
async function tried(what) {
  by("said").textContent = "";
  try {
    await what();
  } catch (error) {
    by("said").textContent = error.message;
  }
}

function button(text, what, title = "") {
  const made = element("button", text, { type: "button", title });
  made.addEventListener("click", () => tried(what));
  return made;
}

// The queue ---------------------------------------------------------------------------------------

const tell = async (name, what) => {
  await ask(`/api/works/${encodeURIComponent(name)}/${what}`, {});
  await look();
};

function work(each) {
  const link = element("a", each.title, { href: `/works/${encodeURIComponent(each.name)}` });
  const said = each.error || each.progress || "";
  const parts = [link, element("span", each.state, { className: `state ${each.state}` }), element("span", said, { className: "note" })];
  if (each.planned && each.state === "running") {
    parts.push(element("progress", [], { value: each.done, max: each.planned, ariaLabel: "Games played" }));
  }
  const tools = ended.has(each.state)
    ? [...(each.state === "done" ? [] : [button("Go on", () => tell(each.name, "again"))]),
      button("Clear", () => tell(each.name, "drop"), "Its runs stay")]
    : [button("Stop", () => tell(each.name, "stop"), "What is played is kept")];
  return element("li", [...parts, element("span", tools, { className: "tools" })]);
}

// What there is -----------------------------------------------------------------------------------

const stamp = (run) => `${run.path} ${run.when}`;

function row(run) {
  const tick = element("input", [], { type: "checkbox", checked: ticked.has(run.path), ariaLabel: `Tick ${run.path}`, disabled: !["run", "whatif"].includes(run.kind) });
  tick.addEventListener("change", () => {
    ticked[tick.checked ? "add" : "delete"](run.path);
    by("compare").disabled = ticked.size !== 2;
  });
  const what = element("td", [element("b", run.title), element("br"), element("small", `${KINDS[run.kind] ?? run.kind}, ${run.path}`)]);
  const games = run.state !== "finished" && run.planned ? `, ${run.done.toLocaleString("en")} of ${run.planned.toLocaleString("en")} games` : "";
  const old = run.is_old ? ", other version" : "";
  const cells = [
    element("td", tick), what, element("td", headlines.get(stamp(run)) ?? "\u2026", { className: "said" }),
    element("td", `${run.state}${games}${old}`), element("td", new Date(1000 * run.when).toLocaleString()),
    element("td", tools(run), { className: "tools" }),
  ];
  return element("tr", cells);
}

function tools(run) {
  const found = [];
  if (run.kind === "plays") return [element("a", "Play", { href: "/" })];
  if (run.kind !== "training" && !["damaged", "other format"].includes(run.state)) {
    found.push(button("Report", () => toReport("/api/runs/report", { path: run.path })));
  }
  if (run.work && run.state !== "finished") {
    found.push(element("a", "Watch", { href: `/works/${encodeURIComponent(run.work)}` }));
  }
  if (run.state === "unfinished" && (run.kind === "run" || run.work)) {
    const resume = button("Go on", async () => {
      const { name } = await ask("/api/runs/resume", { path: run.path });
      location.assign(`/works/${encodeURIComponent(name)}`);
    });
    resume.disabled = run.is_old;
    resume.title = run.is_old ? "Another version of the program has played it" : "";
    found.push(resume);
  }
  if (run.state !== "running") {
    found.push(button("Bin", async () => {
      await ask("/api/runs/drop", { path: run.path });
      ticked.delete(run.path);
      by("bin").open = true;
      await look();
    }, "Move it to the bin, from which you can put it back"));
  }
  return found;
}

function show() {
  const words = by("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = by("kind").value;
  const text = (run) => [run.title, run.path, run.kind, run.game, run.scenario, run.state, headlines.get(stamp(run)) ?? ""].join(" ").toLowerCase();
  const shown = runs.filter((run) => (!kind || run.kind === kind) && words.every((word) => text(run).includes(word)));
  document.querySelector("#runs tbody").replaceChildren(...shown.map(row));
  by("runs").hidden = !shown.length;
}

/** A thing in the bin: when it was moved there, and where it was. */
function binned(place) {
  const back = button("Put back", async () => {
    await ask("/api/runs/back", { path: place });
    await look();
  });
  back.ariaLabel = `Put ${place} back`;
  return element("li", [element("span", place), element("span", [back], { className: "tools" })]);
}

function kinds() {
  const found = [...new Set(runs.map((run) => run.kind))].sort();
  const chosen = by("kind").value;
  by("kind").replaceChildren(element("option", "all kinds", { value: "" }), ...found.map((kind) =>
    element("option", KINDS[kind] ?? kind, { value: kind, selected: kind === chosen })));
}

/** Ask for the headlines that are not known yet, a few at a time. */
async function say() {
  while (waiting.length) {
    const run = waiting.shift();
    try {
      const { said } = await ask(`/api/runs/headline?${new URLSearchParams({ path: run.path })}`);
      headlines.set(stamp(run), said);
    } catch (error) {
      headlines.set(stamp(run), error.message);
    }
    show();
  }
}

let last = "";
async function look() {
  const found = await ask("/api/runs");
  by("works").replaceChildren(...found.works.toReversed().map(work));
  by("queue").hidden = !found.works.length;
  by("none").textContent = `There are no runs in ${found.folder} yet.`;
  by("none").hidden = found.runs.length > 0;
  by("bin").hidden = !found.bin.length;
  by("binned").replaceChildren(...found.bin.map(binned));
  const text = JSON.stringify(found.runs);
  if (text === last) return;
  last = text;
  runs = found.runs;
  kinds();
  show();
  const isIdle = !waiting.length;
  waiting = runs.filter((run) => !headlines.has(stamp(run)) && run.state !== "running");
  if (isIdle) for (let i = 0; i < HEADLINES; i += 1) say();
}

by("words").addEventListener("input", show);
by("kind").addEventListener("change", show);
by("compare").addEventListener("click", () => tried(async () => {
  const [base, other] = runs.filter((run) => ticked.has(run.path)).map((run) => run.path).toReversed();
  await toReport("/api/runs/compare", { base, other });
}));

await tried(look);
setInterval(() => {
  const isHeld = document.querySelector("#works button:focus, #runs button:focus, #bin button:focus");
  if (!document.hidden && !isHeld) look().catch((error) => { by("said").textContent = error.message; });
}, BEAT);
