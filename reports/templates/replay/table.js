"use strict";
// The table: an element for each area, filled anew when its zone changes.

const table = document.getElementById("table");
let drawnPart = -1;
let drawnStep = null;
let drawnFresh = [];
let holders = new Map(); // id of an area -> { area, element, fill }

const FILL = {
  group: (step, zone, before, inside) => inside.counters.replaceChildren(countersOf(zone.counters, before?.counters)),
  counters: (step, zone, before, inside) => inside.body.replaceChildren(countersOf(zone.counters, before?.counters)),
  cards: fillRow,
  chips: fillRow,
  pile: fillRow,
  place: fillPlace,
  map: () => {},
  region: fillRegion,
};

/** Fill an area of cards or chips. */
function fillRow(step, zone, before, inside, area) {
  const fresh = freshIn(zone, before);
  const piece = area.form === "chips" ? chip : card;
  if (inside.count) inside.count.textContent = countOf(zone);
  inside.body.replaceChildren(...zone.pieces.map((each) => piece(step, each, fresh)));
  inside.extra?.replaceChildren(...(zone.counters.length ? [countersOf(zone.counters, before?.counters)] : []));
}

/** Fill an area that is a place now: its card, and the cards there by their sides. */
function fillPlace(step, zone, before, inside) {
  const fresh = freshIn(zone, before);
  const place = zone.place ? [card(step, { thing: zone.place }, before?.place === zone.place ? fresh : new Set([zone.place]))] : [];
  const sides = [...new Set(zone.pieces.map((piece) => sideOf(step, piece)))];
  const camps = sides.map((side) => zone.pieces.filter((piece) => sideOf(step, piece) === side));
  const rows = camps.map((pieces) => make("div", "camp row", pieces.map((piece) => card(step, piece, fresh))));
  const counters = zone.counters.length ? [countersOf(zone.counters, before?.counters)] : [];
  inside.body.replaceChildren(...place, make("div", "there", [...counters, ...rows]));
}

/** The side of a piece, as its group says. */
function sideOf(step, piece) {
  return lookups[step.number].groups.get(thingAt(step, piece.thing).group)?.side ?? "";
}

/** Build the element of an area and of those inside it. */
function build(area, number) {
  if (area.form === "map") return buildMap(area, number);
  const inside = {};
  const element = area.form === "pile" ? buildPile(area, inside) : buildPlain(area, inside, number);
  element.classList.add("area", `form-${area.form}`);
  element.dataset.area = area.id;
  holders.set(area.id, { area, element, inside });
  return element;
}

function buildPile(area, inside) {
  inside.count = make("b");
  inside.body = make("div", "row");
  return make("details", "", [make("summary", "", [`${area.title} `, inside.count]), inside.body]);
}

function buildPlain(area, inside, number) {
  if (area.form === "group") {
    inside.counters = make("div");
    const heading = make("div", "heading", [make("h3", "", area.title), inside.counters]);
    const parts = make("div", "parts", (area.parts ?? []).map((part) => build(part, number)));
    const made = make("section", area.side ? "seat" : "", [heading, parts]);
    if (area.side) made.classList.add(`side-${sideNumber.get(area.side)}`);
    return made;
  }
  if (area.form === "place") {
    inside.body = make("div");
    inside.body.style.display = "contents";
    return make("div", "", [inside.body]);
  }
  inside.count = area.form === "counters" ? null : make("b");
  inside.body = make("div", area.form === "counters" ? "" : "row");
  inside.extra = area.form === "counters" ? null : make("div");
  const title = make("h4", "", [`${area.title} `, ...(inside.count ? [inside.count] : [])]);
  return make("div", "", [title, ...(inside.extra ? [inside.extra] : []), inside.body]);
}

/** Build the table of a part: the areas of seats and sides stand side by side. */
function buildTable(part, number) {
  holders = new Map();
  const found = [];
  for (const area of part.areas) {
    const element = build(area, number);
    if (area.side) {
      if (!found.at(-1)?.classList.contains("seats")) found.push(make("div", "seats"));
      found.at(-1).append(element);
    } else {
      found.push(element);
    }
  }
  table.replaceChildren(...found);
}

/** Show the table of a step; what is new since the step before is marked. */
function showTable(at) {
  const step = steps[at];
  const before = at > 0 && steps[at - 1].number === step.number ? steps[at - 1] : null;
  if (drawnPart !== step.number) {
    buildTable(step.part, step.number);
    drawnPart = step.number;
    drawnStep = null;
    drawnFresh = [];
  }
  const changed = before ? Object.keys(step.part.steps[at - firstOf(step.number)].zones) : [];
  const again = new Set([...changed, ...drawnFresh]);
  for (const [id, holder] of holders) {
    if (drawnStep && !again.has(id) && drawnStep.zones[id] === step.zones[id]) continue;
    fill(id, holder, step, before);
  }
  drawnStep = step;
  drawnFresh = changed;
}

/** The number of the first step of a part. */
function firstOf(number) {
  return steps.findIndex((step) => step.number === number);
}

/** Fill one area, or hide it while it is empty. */
function fill(id, { area, element, inside }, step, before) {
  const zone = zoneAt(step, id);
  const old = before ? zoneAt(before, id) : null;
  const isEmpty = !zone.pieces.length && !zone.counters.length && !zone.place;
  element.hidden = isEmpty && !area.is_shown && area.form !== "region" && area.form !== "map";
  element.classList.toggle("is-empty", isEmpty);
  element.classList.toggle("is-alone", area.form === "place" && !zone.pieces.length);
  element.classList.toggle("is-new", old !== null && countOf(zone) !== countOf(old));
  FILL[area.form](step, zone, old, inside, area);
}

/** Mark the seat that decides. */
function markSeat(step) {
  for (const { area, element } of holders.values()) {
    if (area.form !== "group" || !area.side) continue;
    const seat = seats.get(step.decision?.seat);
    element.classList.toggle("is-acting", area.seat ? seat?.id === area.seat : seat?.side === area.side);
  }
}
