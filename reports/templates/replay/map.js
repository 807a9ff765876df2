"use strict";
// A map: its regions where they are, and on each the pieces that are there, by side and in few letters.

const LETTER = 6.4; // width of a letter in a badge, in the units of the map
const BADGE = 13; // height of a badge
const LINE = 8; // of a region's name
const NAME_LETTERS = 11; // of a line of a region's name
const NAME_LETTER = 4.2; // width of a letter of it
const NAME_TOP = 14; // its first line, below the middle of the region
// Ways out for a name that would lie on another: to the right and down.
const ASIDE = [[0, 0], [0, 6], [10, 0], [-10, 0], [14, 6], [-14, 6], [20, 0], [-20, 0], [0, 14], [12, -6], [-12, -6], [0, 20]];

// Places for badges, from the settlement: above it, aside, below its name.
const AROUND = [[0, -5], [0, 0], [8, -5], [-8, -5], [16, -3], [-16, -3], [0, -10], [24, 2], [-24, 2], [0, 34], [14, 34], [-14, 34]];

/** The letters for things, in the order of the things. */
const shorts = [...new Set(game.parts.flatMap((part) => part.things.map((thing) => thing.short ?? "")))];

/** Build the drawing of a map and register its regions as areas. */
function buildMap(area, number) {
  const shape = shapes[number][area.id];
  const [x, y, width, height] = shape.frame;
  const regions = draw("g");
  const names = draw("g");
  const pieces = draw("g");
  const taken = []; // by the names so far; badges keep off them
  const walls = draw("path", { class: "wall", d: shape.walls.join("") });
  for (const part of area.parts) {
    const cell = draw("path", { class: "region", d: shape.cells[part.id], "data-thing": part.id, "data-area": part.id, tabindex: "-1" });
    const content = draw("g", { class: "pieces" });
    const group = lookups[number].groups.get(lookups[number].things.get(part.id)?.group);
    cell.style.setProperty("--hue", Math.max(group?.hue ?? 0, 0));
    cell.classList.toggle("is-grey", (group?.hue ?? -1) < 0);
    const mark = settlement(part, number);
    regions.append(cell);
    names.append(mark, regionName(part, taken));
    pieces.append(content);
    holders.set(part.id, { area: part, element: cell, inside: { content, mark, taken } });
  }
  const svg = draw("svg", { viewBox: `${x} ${y} ${width} ${height}`, role: "img", "aria-label": area.title }, [regions, walls, names, pieces]);
  zoomable(svg, shape.frame);
  const hint = make("p", "note", "Turn the wheel with Ctrl to zoom, drag to move the map, click twice to go back.");
  const made = make("div", "area form-map", [make("div", "scroller", [svg]), hint]);
  holders.set(area.id, { area, element: made, inside: {} });
  return made;
}

/** The name of a region, in lines of a few words, where it lies on no other one. taken: their boxes; its own is added. */
function regionName(area, taken) {
  const lines = [];
  for (const word of area.title.split(" ")) {
    const last = lines.at(-1);
    if (last && last.length + word.length < NAME_LETTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const half = Math.max(...lines.map((line) => line.length)) * NAME_LETTER / 2;
  const places = ASIDE.map(([right, down]) => [area.at[0] + right, area.at[1] + NAME_TOP + down]);
  const boxes = places.map(([x, y]) => [x - half, y - LINE, x + half, y + (lines.length - 1) * LINE + 2]);
  const found = boxes.findIndex((box) => !taken.some((other) => overlap(box, other)));
  const chosen = Math.max(found, 0);
  taken.push(boxes[chosen]);
  const [x, top] = places[chosen];
  return draw("text", { class: "region-name" }, lines.map((text, i) => draw("tspan", { x, y: top + i * LINE }, text)));
}

/** Whether two boxes (left, top, right, bottom) have a part in common. */
function overlap(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

/** The mark of a region's settlement, as its kind says: nothing in open country. */
function settlement(area, number) {
  const kind = lookups[number].things.get(area.id)?.kind ?? "";
  const [x, y] = area.at;
  const marks = { town: `M${x - 3},${y + 3}h6v-6h-6z`, city: `M${x - 4.5},${y + 4.5}h9v-9h-9z`,
    stronghold: `M${x - 6},${y + 5}v-11h3v3h2v-3h2v3h2v-3h3v11z` };
  return draw("path", { class: "settlement", d: marks[kind] ?? "" });
}

/** Show what is in a region: who controls it, and badges of its pieces above its name. */
function fillRegion(step, zone, before, inside, area) {
  const { element } = holders.get(area.id);
  const control = zone.counters.find(({ label }) => label === "control")?.value;
  const side = game.sides.findIndex(({ name }) => name === control);
  inside.mark.setAttribute("class", `settlement side-${side}`);
  element.classList.toggle("is-besieged", zone.counters.some(({ label }) => label === "siege"));
  element.classList.toggle("is-changed", before !== null && JSON.stringify(before) !== JSON.stringify(zone));
  const rows = badgesOf(step, zone);
  const [x, y] = placeOf(rows, area.at, inside.taken);
  inside.content.replaceChildren(...rows.map((row, i) => badge(row, x, y - (rows.length - 1 - i) * (BADGE + 1))));
}

/** Where the lowest of some badges stands: above its settlement, or where they cover the least of the names. */
function placeOf(rows, [x, y], names) {
  const half = Math.max(0, ...rows.map(widthOf)) / 2;
  const tall = rows.length * (BADGE + 1);
  const covered = ([right, down]) => {
    const box = [x + right - half, y + down - tall, x + right + half, y + down];
    return names.reduce((sum, name) => sum + shared(box, name), 0);
  };
  const [right, down] = AROUND.reduce((best, each) => (covered(each) < covered(best) ? each : best));
  return [x + right, y + down];
}

/** How much two boxes (left, top, right, bottom) have in common. */
function shared(one, other) {
  const across = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const down = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The width of a badge. */
function widthOf({ text }) {
  return text.length * LETTER + 6;
}

/** The badges of a region: one for the counted pieces of each side, and one for its single ones. */
function badgesOf(step, zone) {
  const rows = new Map();
  for (const piece of zone.pieces) {
    const thing = thingAt(step, piece.thing);
    const side = lookups[step.number].groups.get(thing.group)?.side ?? "";
    const isCounted = (thing.short ?? "").length === 1;
    const key = `${side} ${isCounted} ${(piece.marks ?? []).join()}`;
    const row = rows.get(key) ?? { side: sideNumber.get(side) ?? -1, isCounted, isInside: false, counts: new Map() };
    row.isInside ||= (piece.marks ?? []).some((mark) => mark.startsWith("in the"));
    row.isRing ||= thing.short === "Ring";
    row.counts.set(thing.short, (row.counts.get(thing.short) ?? 0) + (piece.n ?? 1));
    rows.set(key, row);
  }
  return [...rows.values()].map((row) => ({ ...row, text: badgeText(row) }));
}

function badgeText({ isCounted, counts }) {
  const order = [...counts].sort(([a], [b]) => shorts.indexOf(a) - shorts.indexOf(b));
  return order.map(([short, n]) => (isCounted ? `${n}${short}` : short)).join(" ");
}

/** A badge whose bottom is at y. */
function badge({ text, side, isCounted, isInside, isRing }, x, y) {
  const width = widthOf({ text });
  const frame = draw("rect", { x: x - width / 2, y: y - BADGE, width, height: BADGE, rx: isCounted ? 2.5 : BADGE / 2 });
  const words = draw("text", { x, y: y - 3.4 }, text);
  const classes = ["badge", `side-${side}`, isInside ? "is-inside" : "", isRing ? "is-ring" : ""];
  return draw("g", { class: classes.join(" ") }, [frame, words]);
}

/** The pieces of a region in words, for its tip. */
function piecesInWords(step, zone) {
  return zone.pieces.map((piece) => {
    const marks = piece.marks?.length ? ` (${piece.marks.join(", ")})` : "";
    return `${(piece.n ?? 1) > 1 ? `${piece.n} ` : ""}${thingAt(step, piece.thing).name}${marks}`;
  });
}
