"use strict";
// Who is ahead through the game: a curve above the slider, with its jumps marked. A step may have a `chance`: how likely
// the first side is to win, as far as the deciding seat knows the table.

const JUMP = 0.08; // change of the chance that is marked
const MOST_JUMPS = 12;
const TALL = 100; // height of the drawing; its width is 1 a step

/** Each step's chance: the mean of what both sides saw last, as they know different things; null before the first. */
const chances = (() => {
  const seen = new Map(); // side -> what it saw last
  let found = null;
  return steps.map(({ decision, chance }) => {
    if (chance === undefined || chance === null) return found;
    if (decision) seen.set(seats.get(decision.seat).side, chance);
    const known = decision ? [...seen.values()] : [chance];
    found = known.reduce((sum, each) => sum + each, 0) / known.length;
    return found;
  });
})();
const hasCurve = chances.filter((chance) => chance !== null).length > 1;

/** The largest changes of what a seat sees from one of its decisions to the next: [{ at, from, to }], one at a time. */
const jumps = (() => {
  const last = new Map(); // seat -> step of its decision before
  const found = [];
  steps.forEach(({ decision, chance }, at) => {
    if (!decision || chance === undefined || chance === null) return;
    const before = last.get(decision.seat);
    if (before !== undefined && Math.abs(chance - steps[before].chance) >= JUMP) {
      found.push({ before, after: at, from: steps[before].chance, to: chance });
    }
    last.set(decision.seat, at);
  });
  found.sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
  const kept = [];
  for (const each of found) {
    const isApart = kept.every((other) => each.after <= other.before || other.after <= each.before);
    if (isApart && kept.length < MOST_JUMPS) kept.push({ ...each, at: steepest(each) });
  }
  return kept.sort((a, b) => a.at - b.at);
})();

/** The step at which the curve changes most within a jump. */
function steepest({ before, after }) {
  let best = after;
  for (let at = before + 1; at <= after; at += 1) {
    if (Math.abs(chances[at] - chances[at - 1]) > Math.abs(chances[best] - chances[best - 1])) best = at;
  }
  return best;
}

/** A chance as a percentage. */
function percent(chance) {
  return `${Math.round(100 * chance)}%`;
}

/** How far along the game a step is, in percent of the width. */
function along(at) {
  return 100 * at / Math.max(1, steps.length - 1);
}

/** The curve, which leads to the step that is clicked. */
function buildCurve() {
  const way = document.querySelector(".way");
  if (!hasCurve) return;
  const [first, second] = game.sides;
  const start = chances.findIndex((chance) => chance !== null);
  const points = chances.slice(start).map((chance, i) => `${start + i},${(TALL * (1 - chance)).toFixed(1)}`).join("L");
  const end = steps.length - 1;
  const svg = draw("svg", { viewBox: `0 0 ${Math.max(1, end)} ${TALL}`, preserveAspectRatio: "none", "aria-hidden": "true" }, [
    draw("path", { class: "theirs", d: `M0,0H${end}V${TALL}H0z` }),
    draw("path", { class: "ours", d: `M${start},${TALL}L${points}L${end},${TALL}z` }),
    draw("path", { class: "even", d: `M0,${TALL / 2}H${end}` }),
    draw("path", { class: "line", d: `M${points}` }),
  ]);
  const scale = [100, 50, 0].map((each) => make("span", "scale", `${each}%`, { style: `top: ${100 - each}%`, "aria-hidden": "true" }));
  const marks = [...jumps.map(jumpMark), ...steps.flatMap((step, at) => (step.decision?.better ? [lossMark(step, at)] : []))];
  const box = make("div", "", [svg, make("i", "now"), ...scale, ...marks], { id: "curve" });
  box.addEventListener("click", (event) => {
    if (event.target.closest("button")) return;
    const { left, width } = box.getBoundingClientRect();
    go(Math.round((event.clientX - left) / width * end));
  });
  const told = [jumps.length ? "; \u25cf large changes" : "", marks.length > jumps.length ? "; \u25c6 mistakes" : ""];
  const caption = make("p", "", [`Chance to win of ${first.name} `, make("b"), make("small", "", ` as the expert's network sees it${told.join("")}`)], { id: "ahead" });
  if (second) caption.title = "The mean of what it says to each side, which knows its own hand alone";
  way.classList.add("has-curve");
  way.prepend(caption, box);
}

/** The mark of a jump. */
function jumpMark({ at, from, to }) {
  return mark(`jump ${to > from ? "is-up" : "is-down"}`, at, 1 - chances[at], `${game.sides[0].name} ${percent(from)} to ${percent(to)}`);
}

/** The mark of a choice that loses games, as a review found, at the lower edge. */
function lossMark({ decision, part }, at) {
  const { move, gain } = decision.better;
  const says = `${seats.get(decision.seat).name} loses ${points(gain)} in 100 games; better: ${part.moves[move].text}`;
  return mark("jump is-loss", at, 1, says);
}

/** A mark on the curve, which leads to its step. down: how far below the upper edge, 0 to 1. */
function mark(className, at, down, words) {
  const says = `${game.round_name} ${steps[at].round}, decision ${at + 1}: ${words}`;
  const made = make("button", className, [], { type: "button", title: says, "aria-label": says });
  made.style.left = `${along(at)}%`;
  made.style.top = `${100 * down}%`;
  made.addEventListener("click", () => go(at));
  return made;
}

/** Show where on the curve a step is, and its chance. */
function showChance(at) {
  if (!hasCurve) return;
  document.querySelector("#curve .now").style.left = `${along(at)}%`;
  document.querySelector("#ahead b").textContent = chances[at] === null ? "not known yet" : percent(chances[at]);
}
