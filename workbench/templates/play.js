// A game that is played: the table is drawn by the scripts of replays, of which this page has the only step
// that there is, now. Their names (steps, lookups, game, make, showTable ...) are known to every script.
import { address, ask, by, put } from "./common.js";
import { answer, question } from "./dialog.js";

const MANY = 9; // options from which they can be filtered
const PATIENCE = 250; // milliseconds before it is said that bots think
const MEANWHILE = 12; // lines beside the decision
const HOLD = 500; // milliseconds after which a finger holds a thing
const JITTER = 6; // pixels that it may move
const REVIEWING = 700; // milliseconds between two looks at a review
const own = {
  view: JSON.parse(by("data").textContent).view, hint: null, thing: null, words: "", lines: 0, isBusy: false,
  last: null, // { kind, move } of one's last decision
  hurry: null, // ends the wait between two moments that are watched
};

// Showing -----------------------------------------------------------------------------------------

/** Put a new moment on the table; what lies as it lay is not drawn anew. */
function add(view) {
  const { step } = view;
  const zones = { ...steps.at(-1).zones };
  const changed = {};
  for (const id of new Set([...Object.keys(zones), ...Object.keys(step.zones)])) {
    const zone = step.zones[id] ?? {};
    if (JSON.stringify(zones[id]) !== JSON.stringify(zone)) zones[id] = changed[id] = zone;
  }
  own.view = view;
  own.hint = own.thing = null;
  own.words = "";
  for (const thing of step.things) lookups[0].things.set(thing.id, thing);
  const shown = game.parts[0].steps;
  if (steps.length > 2) {
    shown.shift();
    steps.shift();
  }
  shown.push({ ...step, zones: changed });
  steps.push({ ...step, zones, part: game.parts[0], number: 0 });
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
    put(decisionBox, theEnd());
    mark([]);
    return;
  }
  const number = decision.options.length;
  const kind = `${decision.kind.replaceAll("-", " ").replaceAll("_", " ")}, ${number} options`;
  const head = make("h2", "", [`${seats.get(decision.seat).name} decides `, make("small", "", kind)]);
  const list = make("ol", "options live");
  decisionBox.replaceChildren(head, ...meanwhile(), ...hintSays(), ...filters(number), list, ...shortcuts(decision));
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

/** What answers several decisions at once: all or none of what is counted one by one, the same as before. */
function shortcuts({ kind, options, ends }) {
  const found = [];
  const add = (words, option, rest, properties = {}) => {
    const button = make("button", "more", words, { type: "button", ...properties });
    button.addEventListener("click", () => act(option, rest));
    found.push(button);
  };
  if (ends) {
    add("none of the rest", ends[0], "least");
    add("all of the rest", ends[1], "most");
  }
  const same = own.last?.kind === kind ? options.findIndex(({ move }) => move === own.last.move) : -1;
  if (same >= 0) add(`again, as often as it is asked: ${options[same].text} (r)`, same, "same", { id: "again" });
  return found.length ? [make("p", "go", found)] : [];
}

function hintSays() {
  if (!own.hint) return [];
  const { bot, chosen, scores, chance } = own.hint;
  const would = `${bot} would do this: ${steps[now].decision.options[chosen].text}.`;
  const ahead = `${game.sides[0].name}: ${Math.round(100 * chance)}% to win, as the expert's network sees what you may know.`;
  return [
    make("p", "note", scores ? would : `${would} It weighs no options here.`),
    ...(chance === null ? [] : [make("p", "note ahead", ahead)]),
  ];
}

function theEnd() {
  const { winner, lines } = own.view.ending ?? { winner: null, lines: [] };
  const replay = make("a", "main", "Watch it again, with all hands open", { href: `${location.pathname}/replay` });
  return [
    make("h2", "", winner ? `Winner: ${winner}` : "Nobody wins"), ...lines.map((line) => make("p", "", line)),
    make("p", "go", [replay, make("a", "", "Another game", { href: "/" })]), ...reviewed(), ...meanwhile(),
  ];
}

/** One's blunders, as a search finds them, or the button that looks for them. */
function reviewed() {
  const review = own.view.review;
  if (!review) {
    const button = make("button", "more", "Where did I err?", { type: "button", id: "review" });
    button.addEventListener("click", startReview);
    return [make("p", "", [button])];
  }
  const { done, planned, said, is_over, worst } = review;
  const words = `A search judges your decisions: ${done} of ${planned}. `;
  const row = ({ seat, own: mine, better, gain, error }) => make("li", "", [
    `${seats.get(seat).name} ${mine}; better: `, make("b", "", better), ` (${gain} more wins in 100 games, \u00b1 ${error})`,
  ]);
  const none = is_over && !worst.length ? [make("p", "note", "No decision is clearly worse than what a search would do.")] : [];
  const marked = is_over && worst.length ? [make("p", "note", "The replay marks them.")] : [];
  const going = is_over ? [] : [make("progress", "", [], { max: planned || 1, value: done, "aria-label": "Decisions that are judged" })];
  return [make("p", "note", `${words}${said}`), ...going, make("ol", "worst", worst.map(row)), ...none, ...marked];
}

async function startReview() {
  if (await tell("review", {})) followReview();
}

/** Show how a review goes on until it is over. */
async function followReview() {
  const view = await ask(address()).catch(() => null);
  if (!view?.review) return;
  own.view = { ...own.view, review: view.review };
  showOptions();
  if (!view.review.is_over) setTimeout(followReview, REVIEWING);
}

/** Mark what options are about on the table; not the pieces of another side, such as dice, which are like one's own. */
function mark(options) {
  const about = new Set(options.flatMap((option) => option.things));
  const side = seats.get(steps[now].decision?.seat)?.side;
  const isOwn = (element) => [side, "", undefined].includes(holders.get(element.closest("[data-area]")?.dataset.area)?.area.side);
  for (const element of by("table").querySelectorAll("[data-thing]")) {
    const { thing } = element.dataset;
    element.classList.toggle("can", about.has(thing) && (!element.matches(".chip") || isOwn(element)));
    element.classList.toggle("is-picked", own.thing === thing);
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
    return await ask(`${address()}/${what}`, { version: own.view.version, ...body });
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

async function act(number, rest = "") {
  const { kind, options } = steps[now].decision;
  const pace = Number(by("pace").value);
  const view = await tell("act", { option: number, rest, is_watched: pace > 0 });
  if (!view) return;
  own.last = { kind, move: options[number].move };
  await watchFrames(view, pace);
  if (!view.step || view.part !== own.view.part || view.from !== own.lines) {
    location.reload();
    return;
  }
  add(view);
  show();
}

/** Show the table after each action, one after another, until a key or a click hurries. */
async function watchFrames(view, pace) {
  if (!view.step || pace === 0 || view.frames.some(({ part }) => part !== own.view.part)) return;
  own.isBusy = true;
  let isHurried = false;
  for (const { step, lines } of view.frames.slice(0, -1)) {
    if (isHurried) break;
    const told = view.lines.slice(own.lines - view.from, lines - view.from);
    add({ ...own.view, step, lines: told, from: own.lines });
    showTable(now);
    tellLines();
    decisionBox.replaceChildren(...told.map(([, text]) => make("p", "", text)), make("p", "note", "A key or a click goes on."));
    await new Promise((resolve) => {
      own.hurry = () => { isHurried = true; resolve(); };
      setTimeout(resolve, pace);
    });
  }
  own.hurry = null;
  own.isBusy = false;
  view.lines = view.lines.slice(own.lines - view.from);
  view.from = own.lines;
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

const reasons = async (body) => {
  const { said, rules } = await ask(`${address()}/why`, body);
  return [said, ...rules].join("\n");
};
const why = () => question("Why may I not do this? (An action, written as an option shows when you point at it, or the name of a card)", "Ask",
  (action) => reasons({ action }), "Or hold what you tried it with on the table for a moment, click it with the right button, or press w on it.");

/** Say why nothing else can be done with a thing of the table. */
function whyWith(thing) {
  if (!steps[now].decision || by("ask").open) return;
  question(`Why not? ${thingAt(steps[now], thing).name}`, "");
  tip.hidden = true;
  answer(reasons({ thing }));
}
const save = () => question("Save the game as:", "Save",
  async (name) => `saved in ${(await ask(`${address()}/save`, { name })).saved}`);

const TOOLS = { undo: () => undo(own.view.decisions - 1), hint, why, save };
const KEYS = { u: "undo", h: "hint", w: "why", s: "save", r: "again" };

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
  if (element && !by("ask").open) pick(element);
});

// A thing that is held, or clicked with the right button: phones tell of one of these, or of both.
let holding = null;
const letGo = () => clearTimeout(holding);
by("table").addEventListener("contextmenu", (event) => {
  const element = event.target.closest("[data-thing]");
  if (!element || !steps[now].decision) return;
  event.preventDefault();
  whyWith(element.dataset.thing);
});
by("table").addEventListener("pointerdown", (event) => {
  const element = event.target.closest("[data-thing]");
  letGo();
  if (element && event.pointerType === "touch") holding = setTimeout(() => whyWith(element.dataset.thing), HOLD);
});
for (const kind of ["pointerup", "pointercancel", "pointermove"]) by("table").addEventListener(kind, (event) => {
  if (kind !== "pointermove" || Math.hypot(event.movementX, event.movementY) > JITTER) letGo();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("dialog, select")) return;
  if (own.hurry) {
    own.hurry();
    return;
  }
  if (event.key === "Escape") narrow(null);
  if (event.target.closest("input")) return;
  if (event.key === "/" && decisionBox.querySelector(".filter")) {
    event.preventDefault();
    decisionBox.querySelector(".filter").focus();
  } else if (/^[1-9]$/.test(event.key)) {
    decisionBox.querySelectorAll("[data-option]")[Number(event.key) - 1]?.click();
  } else if (event.key === "w" && event.target.closest("#table [data-thing]")) {
    event.preventDefault();
    whyWith(event.target.closest("[data-thing]").dataset.thing);
  } else if (KEYS[event.key] && by(KEYS[event.key])?.disabled === false) {
    event.preventDefault();
    by(KEYS[event.key]).click();
  }
});

document.addEventListener("click", () => own.hurry?.());
by("pace").value = localStorage.getItem("pace") ?? "0";
by("pace").addEventListener("change", () => localStorage.setItem("pace", by("pace").value));
by("bot").replaceChildren(...own.view.bots.map((bot) => make("option", "", bot, { value: bot })));
steps[0].zones = own.view.step.zones;
show();
if (own.view.review) followReview();
