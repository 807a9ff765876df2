"use strict";
// What is decided now, and the story of the whole game beside it.

const MOST_OPTIONS = innerWidth < 1056 ? 4 : 10; // shown at once
const FAR = 100000; // scores beyond are no comparison but a command
const BAD = [[0.2, "??"], [0.1, "?"], [-Infinity, "?!"]]; // share of wins that a choice loses -> its sign
const decisionBox = document.getElementById("decision");
const logBox = document.getElementById("log");
let lineOfStep = []; // step -> its line in the log: the choice, or the last line of a part
let linesOfStep = []; // step -> all its lines
let shownLine = 0; // step whose line is marked
let isWhole = false; // whether all options are shown

/** Show the decision of a step: who decides what, the options with their scores, the choice. */
function showDecision(step) {
  const decision = step.decision;
  if (!decision) {
    decisionBox.replaceChildren(...ending(step));
    return;
  }
  const seat = seats.get(decision.seat);
  const number = decision.options.length;
  const kind = `${decision.kind.replaceAll("-", " ").replaceAll("_", " ")}, ${number} option${number === 1 ? "" : "s"}`;
  const head = make("h2", "", [`${seat.name} decides `, make("small", "", kind)]);
  decisionBox.replaceChildren(head, ...betterOf(step), ...options(step, decision, seat));
}

/** The end of a part or of the game. */
function ending(step) {
  const isLast = step === steps.at(-1);
  const winner = game.sides.find((side) => side.id === game.winner);
  const title = isLast ? (winner ? `Winner: ${winner.name}` : "Nobody wins") : "This part of the game ends";
  return [make("h2", "", title), ...(isLast ? game.result.map((line) => make("p", "", line)) : [])];
}

/** What a review found better than the choice, as a line; nothing if it found nothing. */
function betterOf(step) {
  const better = step.decision.better;
  if (!better) return [];
  const gain = `${points(better.gain)} more wins in 100 games, \u00b1 ${points(better.error)}`;
  return [make("p", "better", ["A search found better: ", make("b", "", step.part.moves[better.move].text), ` (${gain})`])];
}

/** A share as a number of percent. */
function points(share) {
  return (100 * share).toFixed(0);
}

/** How bad a choice is, as annotators of chess write it. */
function signOf({ gain }) {
  return BAD.find(([least]) => gain >= least)[1];
}

/** The options of a decision, best first where they have scores. */
function options(step, decision, seat) {
  const { scores, chosen } = decision;
  const order = decision.options.map((_, i) => i);
  if (scores) order.sort((a, b) => scores[b] - scores[a]);
  const shown = isWhole ? order : order.filter((i, place) => place < MOST_OPTIONS || i === chosen || isBetter(decision, i));
  const range = scores ? rangeOf(scores) : null;
  const rows = shown.map((i) => option(step, decision, i, range));
  const found = [];
  if (scores && game.score_unit) found.push(make("p", "units", `Score: 1 is ${game.score_unit}`));
  found.push(make("ol", scores ? "options" : "options is-plain", rows));
  if (order.length > MOST_OPTIONS) found.push(moreButton(order.length));
  if (!scores && order.length > 1) found.push(make("p", "note", `${seat.bot} weighs no options here.`));
  return found;
}

/** Whether an option is what a review found better. */
function isBetter({ options, better }, i) {
  return better !== undefined && better !== null && options[i] === better.move;
}

function option(step, decision, i, range) {
  const move = step.part.moves[decision.options[i]];
  const isChosen = i === decision.chosen;
  const isTwice = decision.options.some((other, j) => j !== i && step.part.moves[other].text === move.text);
  const words = isTwice ? [move.text, make("small", "move", ` (${move.move})`)] : move.text;
  const parts = [make("span", "", isChosen ? "\u2713" : isBetter(decision, i) ? "!" : ""), make("span", "", words)];
  if (range) {
    const score = decision.scores[i];
    const bar = make("i");
    bar.style.width = `${Math.round(100 * shareOf(score, range))}%`;
    parts.push(make("span", "bar", [bar]), make("span", "score", scoreText(score)));
  }
  return make("li", isChosen ? "is-chosen" : "", parts, { title: move.move });
}

/** The lowest and highest of the scores that weigh something. */
function rangeOf(scores) {
  const usual = scores.filter((score) => Math.abs(score) < FAR);
  return usual.length ? [Math.min(...usual), Math.max(...usual)] : [0, 0];
}

/** How far up in the range a score lies, from 0 to 1; one score alone is the best, and one below it none. */
function shareOf(score, [low, high]) {
  if (high > low) return Math.max(0, Math.min(1, (score - low) / (high - low)));
  return score < low ? 0 : 1;
}

/** A score as text; one far from all others rules its option out, or the others. */
function scoreText(score) {
  if (Math.abs(score) >= FAR) return score < 0 ? "never" : "at once";
  return (Math.round(score * 100) / 100 + 0).toFixed(2).replace("-", "\u2212");
}

function moreButton(number) {
  const button = make("button", "more", isWhole ? "fewer" : `all ${number}`, { type: "button" });
  button.addEventListener("click", () => {
    isWhole = !isWhole;
    showDecision(steps[now]);
  });
  return button;
}

/** Write the whole story once; a click on a line goes to its step. */
function buildLog() {
  const lines = [];
  steps.forEach((step, at) => {
    const own = step.lines.map(([depth, text]) => line(text, `depth${depth} is-later`, at));
    const act = actAt(step);
    if (act) own.push(line(act, "depth1 act is-later", at));
    if (step.decision?.better) own.at(-1).append(make("b", "sign", ` ${signOf(step.decision.better)}`));
    linesOfStep[at] = own;
    lineOfStep[at] = own.at(-1) ?? null;
    lines.push(...own);
  });
  logBox.replaceChildren(...lines);
}

function line(text, className, at) {
  return make("button", className, text, { type: "button", tabindex: "-1", "data-step": at });
}

logBox.addEventListener("click", (event) => {
  const found = event.target.closest("[data-step]");
  if (found) go(Number(found.dataset.step));
});

/** Mark the line of a step and bring it into view. */
function showLine(at) {
  lineOfStep[shownLine]?.classList.remove("is-now");
  for (let i = Math.min(at, shownLine); i <= Math.max(at, shownLine); i += 1) {
    for (const each of linesOfStep[i]) each.classList.toggle("is-later", i > at);
  }
  shownLine = at;
  const found = lineOfStep[at];
  if (!found) return;
  found.classList.add("is-now");
  const top = found.offsetTop - logBox.clientHeight / 2;
  logBox.scrollTo({ top });
}
