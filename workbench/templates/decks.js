// Where a card lies: the lists of the game that name it, such as decks, and what leaves them in its place.

const isTable = (form) => form.kind === "table" && form.of.kind === "number";
const isList = (form) => form.kind === "list" && form.of.kind === "text";
const sum = (counts) => Object.values(counts).reduce((n, each) => n + each, 0);

/** How many of each card a list holds, whether as a table or one by one. */
function counted(value) {
  if (!Array.isArray(value)) return { ...value };
  return value.reduce((found, id) => ({ ...found, [id]: (found[id] ?? 0) + 1 }), {});
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
      const names = Object.keys(counts);
      const isAll = isList(form) && names.length === ids.size; // those to come join it by themselves
      if (!names.length || isAll || !names.every((name) => ids.has(name)) || !fits(names)) return [];
      const total = sum(counts);
      return [{ title: `${other.title} ${named(row)}, ${form.title}`, path: [...place(other, row), key], printed, size: row.values.size === total ? total : null }];
    })));
}

/** What a list holds with the draft. now: what the draft says of it. */
export const held = (list, now) => counted(Array.isArray(list.printed) ? now ?? list.printed : { ...list.printed, ...now });

/** The cards of a list that the draft takes out of it, with how many: { id: n }. */
export const out = (list, counts) => Object.fromEntries(Object.entries(counted(list.printed))
  .map(([id, n]) => [id, n - (counts[id] ?? 0)]).filter(([, n]) => n > 0));

/** Put cards that were taken out back, but for one, until a list has as many as printed. */
function refill(list, counts, but) {
  for (const [id, n] of Object.entries(out(list, counts))) {
    const lacks = sum(counted(list.printed)) - sum(counts);
    if (id !== but && lacks > 0) counts[id] = (counts[id] ?? 0) + Math.min(n, lacks);
  }
  return counts;
}

/** A list with n copies of a card; what made room for it is back if there is room. */
export const withCopies = (list, counts, id, n) => refill(list, { ...counts, [id]: n }, id);

/** A list in which a card takes the place of another; of none for "". former: the one whose place it had. */
export function instead(list, counts, id, other, former) {
  const found = { ...counts, [id]: counts[id] || 1 };
  const printed = counted(list.printed);
  if (former && (!other || sum(found) <= sum(printed))) found[former] = printed[former];
  if (other) found[other] -= Math.min(found[other], Math.max(0, sum(found) - sum(printed)));
  return found;
}

/** What stands in the draft for a list: [[path, value, printed value]]. */
export function changes(list, counts) {
  if (!Array.isArray(list.printed)) return Object.entries(counts).map(([id, n]) => [[...list.path, id], n, list.printed[id] ?? 0]);
  const gone = out(list, counts);
  const fresh = Object.keys(counts).filter((id) => counts[id] && !list.printed.includes(id));
  const kept = list.printed.flatMap((id) => (gone[id] ? fresh.splice(0, 1) : [id])); // in the place of what goes
  return [[list.path, [...kept, ...fresh], list.printed]];
}

/** How many cards a list has, and whether it may. */
export function size(list, counts) {
  const n = sum(counts);
  if (list.size === null) return n === 1 ? "1 card" : `${n} cards`;
  return n === list.size ? `${n} cards, as many as it must have` : `${n} cards, but it must have ${list.size}: say what it replaces`;
}
