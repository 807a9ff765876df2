// The draft of the page on which a game is changed: what it says, and what that makes of the printed values.

export const state = {
  known: null, kind: 0, row: null, tables: {}, text: "", mistakes: [], isBroken: false, isOpen: false, unwatch: null, file: "",
  displaced: new Map(), // [path of a list, id of a card] -> what has left the list for it
};

/** The rows of a kind; one that is new in the draft has the values that say nothing, and its own in `now`. */
export function rowsOf(kind) {
  const fresh = Object.entries(state.tables[kind.path] ?? {}).filter(([, now]) => now?.new === true);
  return [...fresh.map(([id, now]) => ({ id, now, is_played: true, values: kind.new?.values ?? {} })), ...kind.rows];
}

export const valued = (row) => (row.now ? merged(row.values, row.now) : row.values);
export const named = (row) => valued(row).name ?? valued(row).title ?? row.id.replaceAll("_", " ");

/** What something has under a key of its own, for an id may be any word, such as "constructor". */
const own = (at, key) => (Object.hasOwn(Object(at), key) ? at[key] : undefined);

/** The path of a row in the draft. */
export const place = (kind, row) => [...kind.path.split(".").filter(Boolean), row.id];

/** What the draft says at a path; undefined if it says nothing. */
export const drafted = (path) => path.reduce(own, state.tables);

/** What the draft says of a row. */
export const changed = (kind, row) => drafted(place(kind, row));

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Set a value of the draft; one that is as it was goes from it. */
export function write(path, value, printed) {
  const way = [];
  let at = state.tables;
  for (const key of path.slice(0, -1)) {
    if (own(at, key) === undefined) at[key] = {};
    way.push([at, key]);
    at = at[key];
  }
  if (value === undefined || same(value, printed)) delete at[path.at(-1)];
  else at[path.at(-1)] = value;
  for (const [above, key] of way.toReversed()) if (!Object.keys(above[key]).length) delete above[key];
}

/** A group laid over another, part by part. */
export function merged(printed, change) {
  const found = { ...printed };
  for (const [key, value] of Object.entries(change)) {
    const isGroup = value && typeof value === "object" && !Array.isArray(value);
    found[key] = isGroup ? merged(printed?.[key], value) : value;
  }
  return found;
}
