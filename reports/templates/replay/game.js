"use strict";
// The document, and the table at each step. A step of the document has only the zones that changed; here each
// step gets the whole table, so that the slider can go anywhere at once.

const { document: game, shapes } = JSON.parse(document.getElementById("data").textContent);
const NOTHING = { pieces: [], counters: [] };

// All steps of all parts in one list: { part, number, zones, ...step }.
const steps = game.parts.flatMap((part, number) => {
  let zones = {};
  return part.steps.map((step) => {
    zones = { ...zones, ...step.zones };
    return { ...step, part, number, zones };
  });
});

let now = 0; // number of the step that is shown

const lookups = game.parts.map((part) => ({
  things: new Map(part.things.map((thing) => [thing.id, thing])),
  groups: new Map(part.groups.map((group) => [group.id, group])),
}));

const seats = new Map(game.seats.map((seat) => [seat.id, seat]));
const sideNumber = new Map(game.sides.map((side, i) => [side.id, i]));

/** What an area holds at a step. */
function zoneAt(step, id) {
  const zone = step.zones[id];
  return zone ? { ...NOTHING, ...zone } : NOTHING;
}

/** The thing with an id in the part of a step. */
function thingAt(step, id) {
  return lookups[step.number].things.get(id) ?? { id, name: id };
}

/** How many pieces a zone has. */
function countOf(zone) {
  return zone.pieces.reduce((sum, piece) => sum + (piece.n ?? 1), 0);
}

/** Who does what at a step, as a sentence; "" at the end of a part. */
function actAt(step) {
  const decision = step.decision;
  if (!decision) return "";
  const move = step.part.moves[decision.options[decision.chosen]];
  return `${seats.get(decision.seat).name} ${move.text}`;
}

/** The first step of each round: [{ round, at }]. */
const rounds = steps.flatMap((step, at) => {
  const before = steps[at - 1];
  const isFirst = !before || before.round !== step.round || before.number !== step.number;
  return isFirst ? [{ round: step.round, at }] : [];
});
