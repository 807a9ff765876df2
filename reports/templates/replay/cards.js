"use strict";
// Cards, chips and counters as elements of the page.

const ICONS = {
  attack: "attack", defense: "defense", path: "path", VP: "star", "victory points": "star", "leads attack": "banner",
  "leads defense": "banner", willpower: "sun", threat: "eye", "hit points": "heart", cost: "coin", "quest points": "flag",
  engagement: "flag",
};
const SVG = "http://www.w3.org/2000/svg";

/** An element with a class, text or children, and attributes. */
function make(tag, className = "", content = [], attributes = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...(Array.isArray(content) ? content : [content]));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** An element of a drawing. */
function draw(tag, attributes = {}, content = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...(Array.isArray(content) ? content : [content]));
  return made;
}

/** An icon of the sprite. */
function icon(name) {
  return draw("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, draw("use", { href: `#icon-${name}` }));
}

/** The printed numbers of a thing: icons where there are some, words otherwise. */
function factsOf(thing, isLong = false) {
  const parts = (thing.facts ?? []).map(({ label, value }) => {
    const known = ICONS[label];
    const words = isLong || !known ? `${value} ${label}` : `${value}`;
    return make("span", "", known ? [icon(known), words] : [words], { title: `${label} ${value}` });
  });
  if (!isLong && thing.kind) parts.push(make("span", "kind", thing.kind));
  return make("div", "facts", parts);
}

/** Colour an element as the group of its thing. */
function tint(element, step, thing) {
  const group = lookups[step.number].groups.get(thing.group);
  const hue = group?.hue ?? -1;
  if (hue < 0) element.classList.add("is-grey");
  element.style.setProperty("--hue", Math.max(hue, 0));
}

/** The number of a copy, as sentences write it: `#2`; nothing for a thing that has no other like it. */
function copyOf(thing) {
  const found = /#\d+$/.exec(thing.id);
  return found ? [make("small", "copy", ` ${found[0]}`)] : [];
}

/** A card with what is attached to it. fresh: ids of things that were not in its zone a step before. */
function card(step, piece, fresh = new Set()) {
  const thing = thingAt(step, piece.thing);
  const isFaceDown = piece.is_face_down ?? false;
  const number = (piece.n ?? 1) > 1 ? `${piece.n}\u00d7 ` : "";
  const parts = [make("span", "name", [number + thing.name, ...copyOf(thing)])];
  parts.push(factsOf(thing));
  const marks = [...(isFaceDown ? ["face down"] : []), ...(piece.is_exhausted ? ["exhausted"] : []), ...(piece.marks ?? [])];
  if (marks.length) parts.push(make("span", "marks", marks.map((mark) => make("span", "", mark))));
  const made = make("button", "card", parts, { type: "button", "data-thing": piece.thing });
  tint(made, step, thing);
  made.classList.toggle("is-exhausted", piece.is_exhausted ?? false);
  made.classList.toggle("is-face-down", isFaceDown);
  made.classList.toggle("is-new", fresh.has(piece.thing));
  if (!piece.on?.length) return made;
  return make("div", "stack", [made, ...piece.on.map((each) => make("div", "stack", [card(step, each, fresh)]))]);
}

/** A small piece, such as a die or a figure, with its number. */
function chip(step, piece, fresh = new Set()) {
  const thing = thingAt(step, piece.thing);
  const number = (piece.n ?? 1) > 1 ? [make("b", "", `${piece.n}\u00d7`)] : [];
  const marks = (piece.marks ?? []).map((mark) => make("small", "", mark));
  const made = make("span", "chip", [...number, thing.name, ...marks], { "data-thing": piece.thing });
  tint(made, step, thing);
  made.classList.toggle("is-new", fresh.has(piece.thing));
  return made;
}

/** Counters as a list; those that differ from `before` are marked. */
function countersOf(counters, before = []) {
  const old = new Map(before.map(({ label, value }) => [label, value]));
  return make("dl", "counters", counters.map(({ label, value }) => {
    const isNew = before.length > 0 && old.get(label) !== value;
    return make("div", isNew ? "is-new" : "", [make("dt", "", label), make("dd", "", `${value}`)]);
  }));
}

/** Ids of the things in a zone, also attached ones, with how many there are. */
function contents(zone, found = new Map()) {
  for (const piece of zone.pieces ?? []) {
    found.set(piece.thing, (found.get(piece.thing) ?? 0) + (piece.n ?? 1));
    contents({ pieces: piece.on }, found);
  }
  return found;
}

/** Ids of the things of which a zone has more than it had before. */
function freshIn(zone, before) {
  if (!before) return new Set();
  const old = contents(before);
  return new Set([...contents(zone)].filter(([id, n]) => n > (old.get(id) ?? 0)).map(([id]) => id));
}
