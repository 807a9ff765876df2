// A game that is played: the table is drawn by the scripts of replays, of which this page has the only step
// that there is, now. Their names (steps, lookups, game, make, showTable ...) are known to every script.
import { address, ask, by } from "./common.js";

const MANY = 9; // options from which they can be filtered
const PATIENCE = 250; // milliseconds before it is said that bots think
const MEANWHILE = 12; // lines beside the decision
const own = { view: JSON.parse(by("data").textContent).view, hint: null, thing: null, words: "", lines: 0, isBusy: false };

// Showing -----------------------------------------------------------------------------------------

/** Put a new moment on the table. */
function add(view) {
  own.view = view;
  own.hint = own.thing = null;
  own.words = "";
  for (const thing of view.step.things) lookups[0].things.set(thing.id, thing);
  if (steps.length > 2) {
    game.parts[0].steps.shift();
    steps.shift();
    drawnStep = null;
  }
  game.parts[0].steps.push(view.step);
  steps.push({ ...view.step, part: game.parts[0], number: 0 });
  now = steps.length - 1;
}

function show() {
  const step = steps[now];
  showTable(now);
  markSeat(step);
  tellLines();
  showOptions();
  by("undo").disabled = own.view.decisions === 0;
  for (const id of ["hint", "why"]) by(id).disabled = !step.decision;
  by("where").replaceChildren(`${game.round_name} `, make("b", "", `${step.round}`), make("span", "phase", `, ${step.phase}`));
}

/** Add what has happened to the story; a decision of one's own is a way back. */
function tellLines() {
  logBox.querySelectorAll(".is-fresh").forEach((line) => line.classList.remove("is-fresh"));
  const isFresh = own.view.from > 0;
  const fresh = own.view.lines.map(([depth, text, decision]) => {
    const name = `depth${depth} ${depth === 1 ? "act" : ""} ${isFresh ? "is-fresh" : ""}`;
    if (decision === undefined) return make("p", name, text);
    return make("button", name, text, { type: "button", "data-step": decision, title: "Go back to this decision" });
  });
  logBox.append(...fresh);
  own.lines = own.view.from + own.view.lines.length;
  logBox.scrollTo({ top: logBox.scrollHeight });
}

/** What has happened since one's last decision, where the story is far away. */
function meanwhile() {
  const lines = own.view.lines.slice(-MEANWHILE).map(([depth, text]) => make("p", `depth${depth}`, text));
  if (!own.view.from || !lines.length) return [];
  return [make("details", "meanwhile", [make("summary", "", "What happened"), ...lines])];
}

/** The options with what is known of them, in the order in which they are shown: [{ option, number, score }]. */
function listed() {
  const { options } = steps[now].decision;
  const found = options.map((option, number) => ({ option, number, score: own.hint?.scores?.[number] }));
  if (own.hint?.scores) found.sort((a, b) => b.score - a.score);
  const words = own.words.toLowerCase();
  return found.filter(({ option }) =>
    (!own.thing || option.things.includes(own.thing)) && (!words || option.text.toLowerCase().includes(words)));
}

function showOptions() {
  const decision = steps[now].decision;
  if (!decision) {
    decisionBox.replaceChildren(...theEnd());
    mark([]);
    return;
  }
  const number = decision.options.length;
  const kind = `${decision.kind.replaceAll("-", " ").replaceAll("_", " ")}, ${number} options`;
  const head = make("h2", "", [`${seats.get(decision.seat).name} decides `, make("small", "", kind)]);
  const list = make("ol", "options live");
  decisionBox.replaceChildren(head, ...meanwhile(), ...filters(number), list, ...hintSays());
  fillOptions(list);
  mark(decision.options);
}

function fillOptions(list) {
  const range = own.hint?.scores ? rangeOf(own.hint.scores) : null;
  list.replaceChildren(...listed().map((each, place) => optionRow(each, place, range)));
}

function optionRow({ option, number, score }, place, range) {
  const parts = [make("kbd", "", place < 9 ? `${place + 1}` : ""), make("span", "", option.text)];
  if (range) {
    const bar = make("i");
    bar.style.width = `${Math.round(100 * shareOf(score, range))}%`;
    parts.push(make("span", "bar", [bar]), make("span", "score", scoreText(score)));
  }
  const isChosen = own.hint?.chosen === number;
  const button = make("button", range ? "has-score" : "", parts, { type: "button", title: option.move, "data-option": number });
  return make("li", isChosen ? "is-chosen" : "", [button]);
}

/** What narrows a long list of options: words, or a thing of the table that was clicked. */
function filters(number) {
  const found = [];
  if (own.thing) {
    const clear = make("button", "more", "all options", { type: "button" });
    clear.addEventListener("click", () => narrow(null));
    found.push(make("p", "note", [`About ${thingAt(steps[now], own.thing).name}. `, clear]));
  } else if (number > MANY) {
    const input = make("input", "filter", [], { type: "search", placeholder: "filter (/)", "aria-label": "Filter the options" });
    input.value = own.words;
    input.addEventListener("input", () => {
      own.words = input.value;
      fillOptions(decisionBox.querySelector(".options"));
    });
    found.push(input);
  }
  return found;
}

function hintSays() {
  if (!own.hint) return [];
  const { bot, chosen, scores } = own.hint;
  const would = `${bot} would do this: ${steps[now].decision.options[chosen].text}.`;
  return [make("p", "note", scores ? would : `${would} It weighs no options here.`)];
}

function theEnd() {
  const { winner, lines } = own.view.ending ?? { winner: null, lines: [] };
  const replay = make("a", "main", "Watch it again, with all hands open", { href: `${location.pathname}/replay` });
  return [
    make("h2", "", winner ? `Winner: ${winner}` : "Nobody wins"), ...lines.map((line) => make("p", "", line)),
    make("p", "go", [replay, make("a", "", "Another game", { href: "/" })]), ...meanwhile(),
  ];
}

/** Mark what options are about on the table. */
function mark(options) {
  const counts = new Map();
  for (const id of options.flatMap((option) => option.things)) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const element of by("table").querySelectorAll("[data-thing]")) {
    const can = counts.get(element.dataset.thing) ?? 0;
    element.classList.toggle("can", can > 0);
    element.classList.toggle("is-picked", own.thing === element.dataset.thing);
  }
}

/** Show only the options about a thing; null for all. */
function narrow(thing) {
  own.thing = thing;
  own.words = "";
  showOptions();
}

// Doing -------------------------------------------------------------------------------------------

/** Ask the server, one thing at a time; a sentence of its is shown. */
async function tell(what, body) {
  if (own.isBusy) return null;
  own.isBusy = true;
  const slow = setTimeout(() => document.body.classList.add("is-thinking"), PATIENCE);
  try {
    return await ask(`${address()}/${what}`, body);
  } catch (error) {
    decisionBox.querySelector(".fault")?.remove();
    decisionBox.prepend(make("p", "fault", error.message, { role: "alert" }));
    return null;
  } finally {
    clearTimeout(slow);
    document.body.classList.remove("is-thinking");
    own.isBusy = false;
  }
}

async function act(number) {
  const view = await tell("act", { version: own.view.version, option: number });
  if (!view) return;
  if (!view.step || view.part !== own.view.part || view.from !== own.lines) {
    location.reload();
    return;
  }
  add(view);
  show();
}

async function undo(to) {
  if (await tell("undo", { to })) location.reload();
}

/** A click on a line of one's own in the story; the script of the story calls it. */
window.go = (decision) => {
  const lost = own.view.decisions - decision;
  if (lost < 2 || confirm(`Take your last ${lost} decisions back?`)) undo(decision);
};

async function hint() {
  const found = await tell("hint", { bot: by("bot").value });
  if (!found) return;
  own.hint = found;
  showOptions();
}

/** Ask for a line of text. told: called with it, returns what is said to that. */
function question(title, label, told) {
  by("ask-title").textContent = title;
  by("ask-go").textContent = label;
  by("ask-text").value = by("ask-said").textContent = "";
  by("ask-go").onclick = async () => {
    try {
      by("ask-said").textContent = await told(by("ask-text").value.trim());
    } catch (error) {
      by("ask-said").textContent = error.message;
    }
  };
  by("ask").showModal();
}

const why = () => question("Why may I not (written as an option shows when you point at it):", "Ask",
  async (action) => (await ask(`${address()}/why`, { action })).said);
const save = () => question("Save the game as:", "Save",
  async (name) => `saved in ${(await ask(`${address()}/save`, { name })).saved}`);

const TOOLS = { undo: () => undo(own.view.decisions - 1), hint, why, save };
const KEYS = { u: "undo", h: "hint", w: "why", s: "save" };

for (const [id, tool] of Object.entries(TOOLS)) by(id).addEventListener("click", tool);
by("ask-text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  by("ask-go").click();
});
decisionBox.addEventListener("click", (event) => {
  const button = event.target.closest("[data-option]");
  if (button) act(Number(button.dataset.option));
});

/** A click on a thing: its only option is taken, several are shown. */
function pick(element) {
  const id = element.dataset.thing;
  const found = steps[now].decision?.options.flatMap((option, i) => (option.things.includes(id) ? [i] : [])) ?? [];
  if (own.thing === id) narrow(null);
  else if (found.length === 1) act(found[0]);
  else if (found.length) narrow(id);
}
by("table").addEventListener("click", (event) => {
  const element = event.target.closest(".can");
  if (element) pick(element);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("dialog, select")) return;
  if (event.key === "Escape") narrow(null);
  if (event.target.closest("input")) return;
  if (event.key === "/" && decisionBox.querySelector(".filter")) {
    event.preventDefault();
    decisionBox.querySelector(".filter").focus();
  } else if (/^[1-9]$/.test(event.key)) {
    decisionBox.querySelectorAll("[data-option]")[Number(event.key) - 1]?.click();
  } else if (KEYS[event.key] && !by(KEYS[event.key]).disabled) {
    event.preventDefault();
    by(KEYS[event.key]).click();
  }
});

by("bot").replaceChildren(...own.view.bots.map((bot) => make("option", "", bot, { value: bot })));
steps[0].zones = own.view.step.zones;
show();
