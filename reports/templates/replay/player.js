"use strict";
// Moves through the game: slider, buttons, keys, play and pause, swipes.

const BEAT = 1200; // milliseconds of a decision at normal speed
const SWIPE = 60; // pixels
const ROOM = 20; // pixels between the numbers of two rounds
const by = (id) => document.getElementById(id);
const slider = by("slider");
let timer = null;

/** Show a step. */
function go(to) {
  now = Math.max(0, Math.min(steps.length - 1, to));
  const step = steps[now];
  showTable(now);
  markSeat(step);
  showDecision(step);
  showLine(now);
  showChance(now);
  slider.value = now;
  by("where").replaceChildren(
    make("b", "", `${now + 1}`), ` of ${steps.length}`,
    make("span", "phase", [`, ${game.round_name} `, make("b", "", `${step.round}`), `, ${step.phase}`]),
  );
  history.replaceState(null, "", `#${now + 1}`);
  if (now === steps.length - 1) pause();
}

/** Go to the round before or after; direction: -1 or 1. */
function goRound(direction) {
  const starts = rounds.map(({ at }) => at);
  const found = direction > 0 ? starts.find((at) => at > now) : starts.findLast((at) => at < now);
  go(found ?? (direction > 0 ? steps.length - 1 : 0));
}

function play() {
  if (now === steps.length - 1) go(0);
  timer = setInterval(() => go(now + 1), BEAT / Number(by("speed").value));
  setPlay("pause", "Pause");
}

function pause() {
  clearInterval(timer);
  timer = null;
  setPlay("play", "Play");
}

function setPlay(name, label) {
  by("play").setAttribute("aria-label", label);
  by("play").querySelector("use").setAttribute("href", `#icon-${name}`);
}

function toggle() {
  if (timer === null) play();
  else pause();
}

const ACTIONS = {
  first: () => go(0),
  back: () => goRound(-1),
  previous: () => go(now - 1),
  play: toggle,
  next: () => go(now + 1),
  on: () => goRound(1),
  last: () => go(steps.length - 1),
};
const KEYS = {
  Home: "first", PageUp: "back", ArrowLeft: "previous", " ": "play", ArrowRight: "next", PageDown: "on", End: "last",
};

for (const [id, action] of Object.entries(ACTIONS)) by(id).addEventListener("click", action);
by("speed").addEventListener("change", () => {
  if (timer !== null) {
    pause();
    play();
  }
});
slider.max = steps.length - 1;
slider.addEventListener("input", () => go(Number(slider.value)));

document.addEventListener("keydown", (event) => {
  const isTyped = event.target.closest("select, summary") || event.ctrlKey || event.altKey || event.metaKey;
  const action = KEYS[event.key];
  if (isTyped || !action || (event.key === " " && event.target.closest("button"))) return;
  event.preventDefault();
  ACTIONS[action]();
});

let touched = null; // where a swipe began; a map scrolls instead
by("table").addEventListener("touchstart", (event) => {
  touched = event.touches.length === 1 && !event.target.closest(".scroller") ? event.touches[0] : null;
}, { passive: true });
by("table").addEventListener("touchend", (event) => {
  if (!touched) return;
  const [x, y] = [event.changedTouches[0].clientX - touched.clientX, event.changedTouches[0].clientY - touched.clientY];
  if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(now - Math.sign(x));
}, { passive: true });

/** Put the numbers of the rounds below the slider, as many as there is room for. */
function buildRounds() {
  const share = ({ at }) => at / Math.max(1, steps.length - 1);
  const shown = [];
  for (const each of rounds) {
    const room = shown.length ? (share(each) - share(shown.at(-1))) * by("rounds").clientWidth : ROOM;
    if (room >= ROOM && each.round > 0) shown.push(each);
  }
  by("rounds").replaceChildren(...shown.map((each) => {
    const made = make("button", "", `${each.round}`, { type: "button", tabindex: "-1", title: `${game.round_name} ${each.round}` });
    made.style.left = `${100 * share(each)}%`;
    made.addEventListener("click", () => go(each.at));
    return made;
  }));
}

buildLog();
buildCurve();
buildRounds();
addEventListener("resize", buildRounds);
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) - 1 || 0));
go(Number(location.hash.slice(1)) - 1 || 0);
