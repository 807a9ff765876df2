"use strict";
// The tip of a card: everything that is printed on it.
const tip = document.getElementById("tip");

function showTip(target) {
  const thing = thingAt(steps[now], target.dataset.thing);
  const group = lookups[steps[now].number].groups.get(thing.group)?.name;
  const parts = [make("h3", "", thing.name), make("div", "kind", [group, thing.kind].filter(Boolean).join(", "))];
  if (thing.facts?.length) parts.push(factsOf(thing, true));
  if (target.dataset.area) parts.push(...regionParts(steps[now], target.dataset.area));
  if (thing.text) parts.push(...thing.text.split("\n").map((text) => make("p", "", text)));
  tip.replaceChildren(...parts);
  tip.hidden = false;
  const at = target.getBoundingClientRect();
  const [width, height] = [tip.offsetWidth, tip.offsetHeight];
  const isBelow = at.bottom + height + 8 < innerHeight || at.top < height + 8;
  tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  tip.style.top = `${Math.max(8, Math.min(isBelow ? at.bottom + 6 : at.top - height - 6, innerHeight - height - 8))}px`;
}

/** What is in a region now, for its tip. */
function regionParts(step, id) {
  const zone = zoneAt(step, id);
  return [countersOf(zone.counters), ...piecesInWords(step, zone).map((text) => make("div", "", text))];
}

for (const [kind, isShown] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(kind, (event) => {
    const target = event.target.closest?.("[data-thing]");
    if (target && isShown) showTip(target);
    else tip.hidden = true;
  });
}
document.addEventListener("scroll", () => { tip.hidden = true; }, { capture: true, passive: true });
