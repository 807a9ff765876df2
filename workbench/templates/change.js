// The page on which a game is changed: tables, a form beside the printed values, the draft, what it does.
import { ask, by, element, latest } from "./common.js";
import { changes, copiesIn, countsOf, displacedBy, inPlaceOf, lists, size, takenOut, withCopies } from "./decks.js";
import { field, isBuilt, isParted, short, speak } from "./fields.js";
import { watch } from "./watch.js";

const BEAT = 300; // milliseconds after the last key
const COLUMNS = 4; // of a table, besides the name
const NARROW = ["number", "word", "truth"];
const state = {
  known: null, kind: 0, row: null, tables: {}, text: "", mistakes: [], isBroken: false, isOpen: false, unwatch: null, file: "",
  displaced: new Map(), // [path of a list, id of a card] -> what has left the list for it
};
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

/** The rows of a kind; one that is new in the draft has the values that say nothing, and its own in `now`. */
function rowsOf(kind) {
  const own = Object.entries(state.tables[kind.path] ?? {}).filter(([, now]) => now?.new === true);
  return [...own.map(([id, now]) => ({ id, now, is_played: true, values: kind.new?.values ?? {} })), ...kind.rows];
}

const valued = (row) => (row.now ? merged(row.values, row.now) : row.values);
const named = (row) => valued(row).name ?? valued(row).title ?? row.id.replaceAll("_", " ");

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
    const made = element("tr", [element("td", pick), ...keys.map((key) => element("td", short(valued(row)[key])))]);
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

const place = (kind, row) => [...kind.path.split(".").filter(Boolean), row.id];
const changed = (kind, row) => place(kind, row).reduce((at, key) => at?.[key], state.tables);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Set a value of the draft; one that is as it was goes from it. */
function put(path, value, printed) {
  const way = [];
  let at = state.tables;
  for (const key of path.slice(0, -1)) {
    at[key] ??= {};
    way.push([at, key]);
    at = at[key];
  }
  if (value === undefined || same(value, printed)) delete at[path.at(-1)];
  else at[path.at(-1)] = value;
  for (const [above, key] of way.toReversed()) if (!Object.keys(above[key]).length) delete above[key];
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

function form() {
  if (!state.known) return;
  const kind = state.known.kinds[state.kind];
  const row = rowsOf(kind).find((each) => each.id === state.row);
  by("fields").replaceChildren();
  by("what").textContent = row ? named(row) : "Choose something in the table";
  if (!row) return;
  const now = changed(kind, row) ?? {};
  if (kind.new) by("fields").append(...whereItLies(kind, row));
  by("fields").append(...Object.entries(kind.fields).map(([key, inner]) => {
    const printed = row.values[key];
    const path = [...place(kind, row), key];
    const value = now[key] === undefined ? printed : isParted(inner) ? merged(printed, now[key]) : now[key];
    const set = (to) => {
      if (isParted(inner)) Object.entries(to).forEach(([name, part]) => deep([...path, name], part, printed?.[name]));
      else put(path, to, printed);
      if (isBuilt(inner)) redraw();
    };
    const made = element("div", [
      element("b", inner.title, { title: inner.help }), element("span", row.now && printed === undefined ? "" : short(printed), { className: "printed" }),
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

// A new card --------------------------------------------------------------------------------------

/** Offer to make a card of the kind that is shown, if it is one of cards. */
function offerNew() {
  const kind = state.known.kinds[state.kind];
  by("adding").hidden = !kind.new;
  if (!kind.new) return;
  by("add").textContent = `New ${kind.title}`;
  const blanks = (kind.new.types.length ? kind.new.types : [""]).map((type) =>
    element("option", `a blank ${type || kind.title}`.replaceAll("_", " "), { value: JSON.stringify(type ? { blank: type } : {}) }));
  const copies = kind.rows.map((row) => element("option", named(row), { value: JSON.stringify({ like: row.id }) }));
  by("like").replaceChildren(element("optgroup", blanks, { label: "blank" }), element("optgroup", copies, { label: "a copy of" }));
}

async function add() {
  const kind = state.known.kinds[state.kind];
  const draft = state.isBroken ? { text: by("text").value } : { tables: state.tables };
  const { id, tables } = await ask("/api/drafts/add", { ...setting(), ...draft, kind: kind.path, name: by("called").value, ...JSON.parse(by("like").value) });
  clearTimeout(timer);
  by("called").value = by("words").value = "";
  state.tables = tables;
  choose({ id });
  await check({ tables });
}

/** Take a new card away, out of all lists too. */
function takeAway(kind, row) {
  for (const list of lists(state.known.kinds, kind, {}, () => true, place, named)) {
    const counts = countsOf(list, drafted(list.path));
    if (counts.get(row.id)) writeCounts(list, withCopies(list, counts, row.id, 0, displaced(list, counts, row)));
    state.displaced.delete(remembered(list, row));
  }
  put(place(kind, row));
  state.row = null;
  rows();
  form();
}

const drafted = (path) => path.reduce((found, key) => found?.[key], state.tables);
const writeCounts = (list, counts) => changes(list, counts).forEach((each) => put(...each));
const remembered = (list, row) => JSON.stringify([list.path, row.id]);
const displaced = (list, counts, row) => displacedBy(list, counts, row.id, state.displaced.get(remembered(list, row)));

/** Where a card lies, and how it is taken away if it is new. */
function whereItLies(kind, row) {
  const found = lists(state.known.kinds, kind, valued(row), (each) => each.is_played, place, named);
  const titles = found.filter((list) => countsOf(list, drafted(list.path)).get(row.id)).map((list) => list.title);
  const box = element("details", [
    element("summary", titles.length ? `in ${titles.join("; ")}` : "in no deck here"),
    ...found.map((list) => element("div", inList(kind, row, list), { className: "row lies" })),
  ], { open: state.isOpen || Boolean(row.now) });
  box.addEventListener("toggle", () => { state.isOpen = box.open && !row.now; });
  const made = found.length ? [box] : [];
  if (!row.now) return made;
  const drop = element("button", "Take this card away", { type: "button" });
  drop.addEventListener("click", () => takeAway(kind, row));
  const none = "No deck lists it: it comes into play by its own values, or where another thing names its id.";
  return [element("p", [element("small", `id ${row.id}`), " ", drop, ...(made.length ? [] : [element("small", none)])], { className: "go" }), ...made];
}

/** How many copies of a card a list has, and instead of what. */
function inList(kind, row, list) {
  const counts = countsOf(list, drafted(list.path));
  const gone = takenOut(list, counts);
  const lost = displaced(list, counts, row);
  const name = (id) => named(rowsOf(kind).find((each) => each.id === id) ?? { id, values: {} });
  const set = (to) => {
    writeCounts(list, to);
    const n = to.get(row.id);
    if (row.now && kind.fields.copies?.low && n > valued(row).copies) put([...place(kind, row), "copies"], n, row.values.copies);
    redraw();
  };
  const copies = element("input", [], { type: "number", min: 0, max: Array.isArray(list.printed) ? copiesIn(list, row.id, Infinity) : "", step: 1, value: counts.get(row.id) ?? 0, ariaLabel: `Copies in ${list.title}` });
  copies.addEventListener("change", () => set(withCopies(list, counts, row.id, copiesIn(list, row.id, copies.value), lost)));
  const chosen = [...lost.keys()].at(-1);
  const others = [...new Set([...counts.keys(), ...gone.keys()])].filter((id) => id !== row.id && (counts.get(id) || gone.has(id)));
  const choice = element("select", [element("option", "nothing", { value: "" }), ...others.map((id) =>
    element("option", `${name(id)}${counts.get(id) > 1 ? ` (${counts.get(id)})` : ""}`, { value: id, selected: id === chosen }))], { ariaLabel: `Instead of, in ${list.title}` });
  choice.addEventListener("change", () => {
    const found = inPlaceOf(list, counts, row.id, choice.value, lost);
    state.displaced.set(remembered(list, row), found.displaced);
    set(found.counts);
  });
  const left = [...gone].map(([id, n]) => `${n} ${name(id)}`).join(", ");
  return [
    element("b", list.title), element("label", ["copies ", copies]), element("label", ["instead of ", choice]),
    element("small", `${size(list, counts)}${left && `; out of it: ${left}`}`),
  ];
}

/** A group laid over another, part by part. */
function merged(printed, change) {
  const found = { ...printed };
  for (const [key, value] of Object.entries(change)) {
    const isGroup = value && typeof value === "object" && !Array.isArray(value);
    found[key] = isGroup ? merged(printed?.[key], value) : value;
  }
  return found;
}

/** Set a part of a group, or the parts of that part. */
function deep(path, value, printed) {
  const isGroup = value && typeof value === "object" && !Array.isArray(value);
  if (isGroup) for (const [key, part] of Object.entries(value)) deep([...path, key], part, printed?.[key]);
  else put(path, value, printed);
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

async function open(file) {
  if (!file) return;
  const { text } = await ask(`/api/drafts/file?${new URLSearchParams({ name: file })}`);
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
  const name = await order("whatif", { change: by("text").value, named: by("name").value.trim(), precision: Number(by("precision").value) });
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
