// While a game is got ready, and while a screen waits for the next person.
import { address, ask, by, element } from "./common.js";

const BEAT = 400; // milliseconds
const box = by("wait");

/** Show what is waited for. */
function show(view) {
  if (view.state === "getting ready") {
    const seconds = Math.round(view.seconds);
    box.replaceChildren(
      element("h2", "Getting ready"),
      element("progress", [], { ariaLabel: "Getting ready" }),
      element("p", `${view.said} (${seconds} s)`),
    );
    setTimeout(look, BEAT);
  } else if (view.state === "failed") {
    box.replaceChildren(element("h2", "This game cannot be played"), element("p", view.said));
  } else if (view.state === "covered") {
    cover(view);
  } else {
    location.reload();
  }
}

/** Cover the table until the next person is there. */
function cover(view) {
  const button = element("button", `I am ${view.name}`, { className: "main" });
  const said = element("p", "");
  button.addEventListener("click", async () => {
    try {
      await ask(`${address()}/look`, { seat: view.seat });
      location.reload();
    } catch (error) {
      said.textContent = error.message;
    }
  });
  box.replaceChildren(
    element("h2", `It is ${view.name}'s turn`),
    element("p", "Let this person come to the screen; the cards of the others are hidden."),
    button, said,
  );
  button.focus();
}

async function look() {
  try {
    show(await ask(address()));
  } catch (error) {
    box.replaceChildren(element("h2", "Nothing is heard"), element("p", error.message));
    setTimeout(look, 5 * BEAT);
  }
}

show(JSON.parse(by("data").textContent));
