// The page on which a game is changed: tables, a form beside the printed values, the draft, what it does.
import { ask, by, element, latest } from "./common.js";
import { changed, drafted, merged, named, place, rowsOf, same, state, valued, write } from "./draft.js";
import { field, isBuilt, isParted, short, speak } from "./fields.js";
import { makeCard, offerNew, whereItLies } from "./newcard.js";
import { watch } from "./watch.js";

const BEAT = 300; // milliseconds after the last key
const COLUMNS = 4; // of a table, besides the name
const NARROW = ["number", "word", "truth"];
const loading = latest();

/** Do something, and say what goes wrong. */
async function tried(what) {
  by("said").textContent = "";
  try {
    return await what();
  } catch (error) {
    by("said").textContent = error.message;
    return null;
  }
}

/** What is played, as the server is told. */
function setting() {
  const bot = by("bot").value.trim();
  return { game: by("game").value, scenario: by("scenario").value, overlay: by("overlay").value.trim(), bots: bot ? { all: bot } : {} };
}

function fill(select, choices, chosen) {
  select.replaceChildren(...Object.entries(choices).map(([id, title]) => element("option", title, { value: id, selected: id === chosen })));
}

// Choosing ----------------------------------------------------------------------------------------

async function begin() {
  const games = await ask("/api/games");
  fill(by("game"), Object.fromEntries(games.map((game) => [game.id, game.title])));
  const scenarios = () => fill(by("scenario"), games.find((game) => game.id === by("game").value).scenarios);
  scenarios();
  by("game").addEventListener("change", () => {
    scenarios();
    by("bot").value = by("overlay").value = "";
    startOver();
    tried(load);
  });
  for (const id of ["scenario", "overlay", "bot"]) by(id).addEventListener("change", () => tried(load));
  await load();
}

/** Ask what can be changed in the scenario. */
async function load() {
  const isLatest = loading();
  const game = setting();
  const [table, known] = await Promise.all([
    ask(`/api/table?${new URLSearchParams({ game: game.game, scenario: game.scenario })}`),
    ask("/api/drafts/sheets", game),
  ]);
  if (!isLatest()) return; // another scenario was chosen meanwhile
  state.known = known;
  speak(known.words);
  by("bots").replaceChildren(...Object.entries(table.bots).map(([value, help]) => element("option", help, { value })));
  by("bot").placeholder = table.bot;
  fill(by("side"), Object.fromEntries(table.sides.map((side) => [side.id, side.name])));
  fill(by("seat"), Object.fromEntries(table.seats.map((seat) => [seat.id, seat.name])));
  offer(table.files);
  by("by").textContent = `played by ${[...new Set(Object.values(known.bots))].join(", ")}`;
  state.kind = Math.min(state.kind, known.kinds.length - 1);
  tabs();
  offerNew();
  rows();
  form();
  if (state.text.trim()) await check({ text: state.text });
}

/** Offer the files of the folder wherever one can be named. */
function offer(files) {
  const options = (names) => names.map((value) => element("option", [], { value }));
  by("files").replaceChildren(...options(files));
  by("knobfiles").replaceChildren(...options([...state.known.knobs, ...files]));
  const drafts = Object.fromEntries(files.map((file) => [file, file.replace(/\.toml$/, "")]));
  fill(by("against"), { "": "the game as it is", ...drafts }, by("against").value);
  fill(by("load"), { "": "load a file\u2026", ...Object.fromEntries(files.map((file) => [file, file])) }, "");
}

function tabs() {
  const isHeld = by("kinds").contains(document.activeElement);
  by("kinds").replaceChildren(...state.known.kinds.map((kind, i) => {
    const made = element("button", `${kind.title}${kind.rows.length > 1 ? ` ${kind.rows.length}` : ""}`, { type: "button", role: "tab", ariaSelected: `${i === state.kind}` });
    made.addEventListener("click", () => {
      state.kind = i;
      tabs();
      offerNew();
      rows();
      if (kind.rows.length === 1) choose(kind.rows[0]);
    });
    return made;
  }));
  if (isHeld) by("kinds").children[state.kind].focus();
}

/** How well the name of a row fits what is searched. */
const rank = (row, words) => words.filter((word) => named(row).toLowerCase().startsWith(word)).length;

/** The rows of the kind that fit what is searched. */
function rows() {
  if (!state.known) return; // the game is still being loaded, or could not be
  const kind = state.known.kinds[state.kind];
  const words = by("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (row) => `${row.id} ${JSON.stringify(Object.values(valued(row)))}`.toLowerCase();
  const found = rowsOf(kind).filter((row) => (row.is_played || !by("played").checked) && words.every((word) => text(row).includes(word)))
    .toSorted((a, b) => rank(b, words) - rank(a, words));
  const differs = (key) => new Set(kind.rows.map((row) => JSON.stringify(row.values[key]))).size > 1;
  const keys = Object.keys(kind.fields).filter((key) => NARROW.includes(kind.fields[key].kind) && key !== "name" && differs(key)).slice(0, COLUMNS);
  const head = ["name", ...keys.map((key) => kind.fields[key].title)].map((title) => element("th", title, { scope: "col" }));
  document.querySelector("#rows thead").replaceChildren(element("tr", head));
  document.querySelector("#rows tbody").replaceChildren(...found.map((row) => {
    const pick = element("button", named(row), { type: "button", className: "link" });
    pick.addEventListener("click", () => choose(row));
    const made = element("tr", [element("td", pick), ...keys.map((key) => element("td", short(valued(row)[key], kind.fields[key])))]);
    made.classList.toggle("is-changed", changed(kind, row) !== undefined);
    made.classList.toggle("is-chosen", state.row === row.id);
    return made;
  }));
  by("count").textContent = `${found.length} of ${rowsOf(kind).length}`;
}

function choose(row) {
  state.row = row.id;
  rows();
  form();
  by("what").focus({ preventScroll: true }); // what was clicked is drawn anew
  if (matchMedia("(max-width: 66rem)").matches) by("what").scrollIntoView();
}

// The form ----------------------------------------------------------------------------------------

/** Have the draft checked that the form has written, and show what is changed. */
function written() {
  later({ tables: state.tables });
  rows();
  mark();
}

/** Mark what is changed in the form. */
function mark() {
  const kind = state.known.kinds[state.kind];
  const now = changed(kind, { id: state.row }) ?? {};
  for (const made of by("fields").children) made.classList.toggle("is-changed", now[made.dataset.key] !== undefined);
}

/** Draw the form anew once the focus has moved on, and give it back. */
function redraw() {
  setTimeout(() => {
    const label = by("fields").contains(document.activeElement) ? document.activeElement.ariaLabel : null;
    form();
    if (label) [...by("fields").querySelectorAll("[aria-label]")].find((each) => each.ariaLabel === label)?.focus();
  });
}

/** Show the draft after a change that the form itself shows. */
function shown() {
  written();
  redraw();
}

function form() {
  if (!state.known) return;
  const kind = state.known.kinds[state.kind];
  const row = rowsOf(kind).find((each) => each.id === state.row);
  by("fields").replaceChildren();
  by("what").textContent = row ? named(row) : "Choose something in the table";
  if (!row) return;
  const now = changed(kind, row) ?? {};
  if (kind.new) by("fields").append(...whereItLies(kind, row, shown));
  by("fields").append(...Object.entries(kind.fields).map(([key, inner]) => {
    const printed = row.values[key];
    const path = [...place(kind, row), key];
    const value = now[key] === undefined ? printed : isParted(inner) ? merged(printed, now[key]) : now[key];
    const set = (to) => {
      if (isParted(inner)) Object.entries(to).forEach(([name, part]) => deep([...path, name], part, printed?.[name]));
      else write(path, to, printed);
      written();
      if (isBuilt(inner)) redraw();
    };
    const made = element("div", [
      element("b", inner.title, { title: inner.help }), element("span", row.now && printed === undefined ? "" : short(printed, inner), { className: "printed" }),
      field(inner, value, set, `${named(row)}, ${inner.title}`),
    ], { className: "row" });
    made.dataset.key = key;
    if (inner.help) made.append(element("small", inner.help));
    return made;
  }));
  mark();
  faults();
}

/** Show the mistakes of the draft beside the values that they are about, those of the whole row above all. */
function faults() {
  if (!state.known) return;
  for (const old of by("fields").querySelectorAll(".fault")) old.remove();
  const above = place(state.known.kinds[state.kind], { id: state.row });
  const whole = [];
  for (const { said, path, at } of state.mistakes.filter((each) => same(each.path.slice(0, above.length), above))) {
    const [key, number] = path.slice(above.length);
    const parts = [typeof number === "number" && `${key} ${number + 1}`, typeof drafted(path) === "string" && at && `column ${at}`];
    const where = parts.filter(Boolean).join(", ");
    const made = element("small", `${where && `${where}: `}${said}`, { className: "fault" });
    const box = [...by("fields").children].find((each) => each.dataset.key === key);
    if (box) box.append(made);
    else whole.push(made);
  }
  by("fields").prepend(...whole);
}

/** Write a part of a group, or the parts of that part. */
function deep(path, value, printed) {
  const isGroup = value && typeof value === "object" && !Array.isArray(value);
  if (isGroup) for (const [key, part] of Object.entries(value)) deep([...path, key], part, printed?.[key]);
  else write(path, value, printed);
}

async function add() {
  const { id, tables } = await makeCard(setting());
  clearTimeout(timer);
  by("called").value = by("words").value = "";
  state.tables = tables;
  choose({ id });
  await check({ tables });
}

// The draft ---------------------------------------------------------------------------------------

let timer = null;
const checking = latest();
function later(draft) {
  clearTimeout(timer);
  by("go").disabled = true;
  timer = setTimeout(() => tried(() => check(draft)), BEAT);
}

/** Have the draft checked: as tables from the form, or as a text. */
async function check(draft) {
  const isLatest = checking();
  if ("tables" in draft && !Object.keys(draft.tables).length) {
    show({ text: "", tables: {}, mistakes: [], changes: [], notes: [] });
    return;
  }
  const known = await ask("/api/drafts/check", { ...setting(), ...draft });
  if (isLatest()) show(known, "text" in draft);
}

function show(known, isTyped = false) {
  state.text = known.text;
  state.isBroken = !known.tables;
  state.mistakes = known.mistakes;
  if (!isTyped) by("text").value = known.text;
  if (known.tables && isTyped) {
    state.tables = known.tables;
    rows();
    form();
  }
  faults();
  by("changes").replaceChildren(...known.changes.map((said) => element("li", said)));
  by("mistakes").replaceChildren(...known.mistakes.map(mistake), ...known.notes.map((said) => element("li", said, { className: "note" })));
  by("go").disabled = !known.changes.length || known.mistakes.length > 0;
}

/** A mistake; a click leads to its place. */
function mistake({ said, line, column }) {
  if (!line) return element("li", said);
  const made = element("button", `line ${line}, column ${column ?? 1}: ${said}`, { type: "button", className: "link" });
  made.addEventListener("click", () => {
    const lines = by("text").value.split("\n");
    const at = lines.slice(0, line - 1).reduce((n, each) => n + each.length + 1, (column ?? 1) - 1);
    by("text").focus();
    by("text").setSelectionRange(at, Math.min(at + 1, by("text").value.length));
  });
  return element("li", made);
}

function startOver() {
  state.tables = {};
  state.displaced.clear();
  state.text = state.file = "";
  state.row = null;
  by("text").value = by("name").value = by("saved").textContent = "";
  show({ text: "", tables: {}, mistakes: [], changes: [], notes: [] });
}

async function save() {
  const name = by("name").value.trim();
  const over = state.file === `${name}.toml`;
  const { file, path } = await ask("/api/drafts/keep", { name, text: by("text").value, over });
  state.file = file;
  offer([...new Set([...[...by("files").options].map((option) => option.value), file])].sort());
  by("saved").textContent = `saved: mazarbul whatif ${by("game").value}/${by("scenario").value} --overlay ${path}`;
}

/** The text of a file, "" for none. */
async function read(file) {
  return file ? (await ask(`/api/drafts/file?${new URLSearchParams({ name: file })}`)).text : "";
}

async function open(file) {
  if (!file) return;
  const text = await read(file);
  by("text").value = text;
  by("name").value = file.replace(/\.toml$/, "");
  state.file = file;
  await check({ text });
}

// What it does ------------------------------------------------------------------------------------

async function order(kind, more) {
  const { name } = await ask("/api/orders", { ...setting(), kind, ...more });
  return name;
}

async function play() {
  state.unwatch?.();
  const own = { change: by("text").value, named: by("name").value.trim(), precision: Number(by("precision").value) };
  const other = by("against").value;
  const name = await order("whatif", { ...own, other: await read(other), other_named: other.replace(/\.toml$/, "") });
  state.unwatch = watch(by("watch"), name);
}

/** What a question needs besides what is played. */
function asked(kind) {
  const games = Number(by("games").value);
  const found = games ? { games } : {};
  if (kind === "swap") found.seat = by("seat").value;
  if (kind === "tune") Object.assign(found, { knobs: by("knobs").value.trim() || null, side: by("side").value, target: Number(by("target").value) });
  return found;
}

for (const each of document.querySelectorAll("[data-kind]")) {
  each.addEventListener("click", () => tried(async () => {
    location.assign(`/works/${encodeURIComponent(await order(each.dataset.kind, asked(each.dataset.kind)))}`);
  }));
}
by("words").addEventListener("input", rows);
by("played").addEventListener("change", rows);
by("add").addEventListener("click", () => tried(add));
by("called").addEventListener("keydown", (event) => {
  if (event.key === "Enter") by("add").click();
});
by("text").addEventListener("input", () => later({ text: by("text").value }));
by("save").addEventListener("click", () => tried(save));
by("load").addEventListener("change", () => tried(() => open(by("load").value)));
by("clear").addEventListener("click", () => {
  startOver();
  rows();
  form();
});
by("go").addEventListener("click", () => tried(play));
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  by("words").focus();
});
await tried(begin);
