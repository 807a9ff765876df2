// The dialog of a game that is played: a question, and what is said to it.
import { by, latest } from "./common.js";

const answering = latest();

/** Say in the dialog what a promise answers, unless something else is asked by then. */
export async function answer(promise) {
  const isLatest = answering();
  by("ask-said").textContent = "\u2026";
  const said = await promise.catch((error) => error.message);
  if (isLatest()) by("ask-said").textContent = said;
}

/** Ask for a line of text. told: called with it, returns what is said to that. help: another way. */
export function question(title, label, told, help = "") {
  answering(); // an answer to what was asked before comes too late
  by("ask-title").textContent = title;
  by("ask-go").textContent = label;
  by("ask-text").value = by("ask-said").textContent = "";
  by("ask-hint").textContent = help;
  by("ask-text").hidden = by("ask-go").hidden = !told;
  by("ask-go").onclick = () => answer(told(by("ask-text").value.trim()));
  by("ask").showModal();
}
