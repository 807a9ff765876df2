// Where a card lies: the lists of the game that name it, such as decks, and what leaves them in its place.
// The counts of a list are a Map: id of a card -> how many of it there are.

const isTable = (form) => form.kind === "table" && form.of.kind === "number";
const isList = (form) => form.kind === "list" && form.of.kind === "text";
const total = (counts) => [...counts.values()].reduce((n, each) => n + each, 0);
const countOf = (counts, id) => counts.get(id) ?? 0;
const withCount = (counts, id, n) => new Map(counts).set(id, n);

/** How many of each card a list holds, whether it is a table or names them one by one. */
function counted(value) {
  if (!Array.isArray(value)) return new Map(Object.entries(value ?? {}).map(([id, n]) => [id, Number(n) || 0]));
  return value.reduce((counts, id) => counts.set(id, countOf(counts, id) + 1), new Map());
}

/**
 * The lists that may hold a card: [{ title, path, printed, size }].
 * path: where an overlay changes it. size: the number of cards that it must keep, if it must.
 */
export function lists(kinds, kind, card, isShown, place, named) {
  const ids = new Map(kind.rows.map((row) => [row.id, row.values]));
  const fits = (names) => ["side", "type"].every((key) => {
    const known = new Set(names.map((name) => ids.get(name)[key]));
    return card[key] === undefined || known.has(card[key]);
  });
  return kinds.filter((other) => !other.new).flatMap((other) => other.rows.filter(isShown).flatMap((row) =>
    Object.entries(other.fields).flatMap(([key, form]) => {
      const printed = row.values[key];
      if (!printed || !(isTable(form) || isList(form))) return [];
      const counts = counted(printed);
      const names = [...counts.keys()];
      const isAll = isList(form) && names.length === ids.size; // those to come join it by themselves
      if (!names.length || isAll || !names.every((name) => ids.has(name)) || !fits(names)) return [];
      const number = total(counts);
      return [{ title: `${other.title} ${named(row)}, ${form.title}`, path: [...place(other, row), key], printed, size: row.values.size === number ? number : null }];
    })));
}

/** The counts of a list with the draft. drafted: what the draft says of it. */
export function countsOf(list, drafted) {
  if (Array.isArray(list.printed)) return counted(Array.isArray(drafted) ? drafted : list.printed);
  return new Map([...counted(list.printed), ...counted(drafted)]);
}

/** The counts of what the draft takes out of a list. */
export const takenOut = (list, counts) => new Map([...counted(list.printed)]
  .map(([id, n]) => [id, n - countOf(counts, id)]).filter(([, n]) => n > 0));

/** The counts of what the draft puts into a list. */
const putIn = (list, counts) => new Map([...counts]
  .map(([id, n]) => [id, n - countOf(counted(list.printed), id)]).filter(([, n]) => n > 0));

/**
 * The counts of what has left a list for a card, as far as it is still out. known: what is remembered of it; if
 * nothing is, it is clear only where one card is more than printed, and one less.
 */
export function displacedBy(list, counts, id, known) {
  const gone = takenOut(list, counts);
  const come = putIn(list, counts);
  if (!come.has(id)) return new Map();
  if (!known) return come.size === 1 && gone.size === 1 ? gone : new Map();
  return new Map([...known].map(([other, n]) => [other, Math.min(n, countOf(gone, other))]).filter(([, n]) => n > 0));
}

/** What can be put into a field for copies: whole, not negative, of a list that names cards one by one as many as printed. */
export function copiesIn(list, id, text) {
  const most = Array.isArray(list.printed) ? Math.max(1, countOf(counted(list.printed), id)) : Infinity;
  return Math.min(Math.max(Math.trunc(Number(text)) || 0, 0), most);
}

/** Counts with n copies of a card. displaced: what has left for it, which is back as it goes, if there is room. */
export function withCopies(list, counts, id, n, displaced) {
  const surplus = (each) => countOf(putIn(list, each), id);
  const changed = withCount(counts, id, n);
  let shrunk = surplus(counts) - surplus(changed);
  for (const [other, lost] of [...displaced].toReversed()) { // the last one first
    const back = Math.max(0, Math.min(lost, shrunk, total(counted(list.printed)) - total(changed)));
    changed.set(other, countOf(changed, other) + back);
    shrunk -= back;
  }
  return changed;
}

/**
 * Let a card take the place of another, or of none for "": { counts, displaced }.
 * displaced: what has left for the card; it is back, unless there are too many cards even without it.
 */
export function inPlaceOf(list, counts, id, other, displaced) {
  const changed = withCount(counts, id, countOf(counts, id) || 1);
  const excess = () => Math.max(0, total(changed) - total(counted(list.printed)));
  const left = new Map(other && excess() ? displaced : []);
  if (!left.size) for (const [former, n] of displaced) changed.set(former, countOf(changed, former) + n);
  const n = other ? Math.min(countOf(changed, other), excess()) : 0;
  if (!n) return { counts: changed, displaced: left };
  changed.set(other, countOf(changed, other) - n);
  return { counts: changed, displaced: left.set(other, countOf(left, other) + n) };
}

/** What stands in the draft for a list: [[path, value, printed value]]. */
export function changes(list, counts) {
  const printed = counted(list.printed);
  if (!Array.isArray(list.printed)) return [...counts].map(([id, n]) => [[...list.path, id], n, countOf(printed, id)]);
  const fresh = [...putIn(list, counts)].flatMap(([id, n]) => Array(n).fill(id));
  const staying = new Map(counts);
  const kept = list.printed.flatMap((id) => {
    if (!countOf(staying, id)) return fresh.splice(0, 1); // in the place of what goes
    staying.set(id, countOf(staying, id) - 1);
    return [id];
  });
  return [[list.path, [...kept, ...fresh], list.printed]];
}

/** How many cards a list has, and whether it may. */
export function size(list, counts) {
  const n = total(counts);
  if (list.size === null) return n === 1 ? "1 card" : `${n} cards`;
  return n === list.size ? `${n} cards, as many as it must have` : `${n} cards, but it must have ${list.size}: say what it replaces`;
}
