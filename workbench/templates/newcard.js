// A card that is new in the draft: how it is made, where it lies, and how it is taken away.
import { ask, by, element } from "./common.js";
import { changes, copiesIn, countsOf, displacedBy, inPlaceOf, lists, size, takenOut, withCopies } from "./decks.js";
import { drafted, named, place, rowsOf, state, valued, write } from "./draft.js";

/** Offer to make a card of the kind that is shown, if it is one of cards. */
export function offerNew() {
  const kind = state.known.kinds[state.kind];
  by("adding").hidden = !kind.new;
  if (!kind.new) return;
  by("add").textContent = `New ${kind.title}`;
  const blanks = (kind.new.types.length ? kind.new.types : [""]).map((type) =>
    element("option", `a blank ${type || kind.title}`.replaceAll("_", " "), { value: JSON.stringify(type ? { blank: type } : {}) }));
  const copies = kind.rows.map((row) => element("option", named(row), { value: JSON.stringify({ like: row.id }) }));
  by("like").replaceChildren(element("optgroup", blanks, { label: "blank" }), element("optgroup", copies, { label: "a copy of" }));
}

/** Have a new card made as the form says: { id, tables }, the tables of the draft with it. */
export function makeCard(setting) {
  const draft = state.isBroken ? { text: by("text").value } : { tables: state.tables };
  const asked = { kind: state.known.kinds[state.kind].path, name: by("called").value, ...JSON.parse(by("like").value) };
  return ask("/api/drafts/add", { ...setting, ...draft, ...asked });
}

/** Take a new card away, out of all lists too. show: what shows the draft. */
function takeAway(kind, row, show) {
  for (const list of lists(state.known.kinds, kind, {}, () => true, place, named)) {
    const counts = countsOf(list, drafted(list.path));
    if (counts.get(row.id)) writeCounts(list, withCopies(list, counts, row.id, 0, displaced(list, counts, row)));
    state.displaced.delete(remembered(list, row));
  }
  write(place(kind, row));
  state.row = null;
  show();
}

const writeCounts = (list, counts) => changes(list, counts).forEach((each) => write(...each));
const remembered = (list, row) => JSON.stringify([list.path, row.id]);
const displaced = (list, counts, row) => displacedBy(list, counts, row.id, state.displaced.get(remembered(list, row)));

/** Where a card lies, and how it is taken away if it is new. show: what shows the draft after a change of it. */
export function whereItLies(kind, row, show) {
  const found = lists(state.known.kinds, kind, valued(row), (each) => each.is_played, place, named);
  const titles = found.filter((list) => countsOf(list, drafted(list.path)).get(row.id)).map((list) => list.title);
  const box = element("details", [
    element("summary", titles.length ? `in ${titles.join("; ")}` : "in no deck here"),
    ...found.map((list) => element("div", inList(kind, row, list, show), { className: "row lies" })),
  ], { open: state.isOpen || Boolean(row.now) });
  box.addEventListener("toggle", () => { state.isOpen = box.open && !row.now; });
  const made = found.length ? [box] : [];
  if (!row.now) return made;
  const drop = element("button", "Take this card away", { type: "button" });
  drop.addEventListener("click", () => takeAway(kind, row, show));
  const none = "No deck lists it: it comes into play by its own values, or where another thing names its id.";
  return [element("p", [element("small", `id ${row.id}`), " ", drop, ...(made.length ? [] : [element("small", none)])], { className: "go" }), ...made];
}

/** How many copies of a card a list has, and instead of what. */
function inList(kind, row, list, show) {
  const counts = countsOf(list, drafted(list.path));
  const gone = takenOut(list, counts);
  const lost = displaced(list, counts, row);
  const name = (id) => named(rowsOf(kind).find((each) => each.id === id) ?? { id, values: {} });
  const set = (to) => {
    writeCounts(list, to);
    const n = to.get(row.id);
    if (row.now && kind.fields.copies?.low && n > valued(row).copies) write([...place(kind, row), "copies"], n, row.values.copies);
    show();
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
