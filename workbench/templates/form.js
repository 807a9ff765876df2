// The first page: games to go on with, and what to begin.
import { ask, by, element, latest } from "./common.js";

const DRAWERS = { running: "Go on with a game", saved: "Load a saved game" };
let known = null; // what can be chosen for the scenario
const choosing = latest();

/** Fill a list of choices from id -> title. */
function fill(select, choices, chosen) {
  select.replaceChildren(...Object.entries(choices).map(([id, title]) =>
    element("option", title, { value: id, selected: id === chosen })));
}

async function begin() {
  by("seed").value = 1 + Math.floor(Math.random() * 1e6);
  const [games, files] = await Promise.all([ask("/api/games"), ask("/api/files")]);
  fill(by("game"), Object.fromEntries(games.map((game) => [game.id, game.title])));
  by("game").addEventListener("change", () => chooseGame(games));
  by("scenario").addEventListener("change", chooseScenario);
  showKept(files);
  await chooseGame(games);
}

async function chooseGame(games) {
  fill(by("scenario"), games.find((game) => game.id === by("game").value).scenarios);
  await chooseScenario();
}

async function chooseScenario() {
  await tried(async () => {
    const isLatest = choosing();
    const query = new URLSearchParams({ game: by("game").value, scenario: by("scenario").value });
    const found = await ask(`/api/table?${query}`);
    if (!isLatest()) return; // another scenario was chosen meanwhile
    known = found;
    showSeats();
    by("seats").dataset.shown = by("scenario").value;
    by("switches").replaceChildren(...known.switches.map(oneSwitch));
    by("files").replaceChildren(...known.files.map((file) => element("option", [], { value: file })));
    by("bots").replaceChildren(...Object.entries(known.bots).map(([value, help]) => element("option", help, { value })));
    by("said").textContent = "";
  });
}

/** A row for each seat: who plays it, with which deck. */
function showSeats() {
  const hasDecks = Object.keys(known.decks).length > 0;
  const head = ["Seat", "Side", "Played by", "Name or bot", ...(hasDecks ? ["Deck"] : [])];
  const rows = [...known.seats, ...known.free].map((seat, i) => seatRow(seat, i, hasDecks));
  by("seats").replaceChildren(
    element("thead", element("tr", head.map((text) => element("th", text, { scope: "col" })))),
    element("tbody", rows),
  );
}

function seatRow(seat, i, hasDecks) {
  const side = known.sides.find((each) => each.id === seat.side)?.name ?? "";
  const who = element("select", [], { className: "who", ariaLabel: `Who plays ${seat.name}` });
  const isFree = known.free.includes(seat);
  const usual = i === 0 ? "person" : "bot";
  fill(who, { ...(isFree ? { nobody: "nobody" } : {}), person: "a person", bot: "a bot" }, isFree ? "nobody" : usual);
  const name = element("input", [], { className: "person", maxLength: 40, placeholder: "name, if you like", ariaLabel: `Name of the person who plays ${seat.name}` });
  const bot = element("input", [], { className: "bot", maxLength: 200, value: known.bot, ariaLabel: `Bot that plays ${seat.name}` });
  bot.setAttribute("list", "bots");
  const deck = element("select", [], { className: "deck", ariaLabel: `Deck of ${seat.name}` });
  fill(deck, isFree ? known.decks : { "": "as in the scenario", ...known.decks }, isFree ? Object.keys(known.decks)[i] : "");
  const show = () => {
    name.hidden = who.value !== "person";
    bot.hidden = who.value !== "bot";
    deck.hidden = who.value === "nobody";
  };
  who.addEventListener("change", show);
  show();
  const cells = [seat.name, side, who, element("span", [name, bot])].map((content) => element("td", content));
  if (hasDecks) cells.push(element("td", deck));
  const row = element("tr", cells);
  row.dataset.seat = seat.id;
  return row;
}

/** A rule switch, with what it does. */
function oneSwitch({ id, help, value }) {
  const input = typeof value === "boolean"
    ? element("input", [], { type: "checkbox", checked: value })
    : element("input", [], { value: `${value}`, maxLength: 60, size: 12 });
  input.dataset.switch = id;
  input.dataset.usual = `${value}`;
  return element("label", [input, element("span", [element("b", id.replaceAll("_", " ")), ` ${help}`])]);
}

/** The games in files. */
function showKept(files) {
  const parts = Object.entries(DRAWERS).filter(([drawer]) => Object.keys(files[drawer]).length).map(([drawer, title]) =>
    element("div", [element("h2", title), element("ul", Object.entries(files[drawer]).map(([name, time]) => keptGame(drawer, name, time)))]));
  const n = files.finished;
  if (n) parts.push(element("p", `${n} finished game${n === 1 ? "" : "s"} in ${files.folder}`, { className: "note" }));
  by("kept").replaceChildren(...parts);
  by("kept").hidden = parts.length === 0;
}

function keptGame(drawer, name, time) {
  const when = new Date(1000 * time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const button = element("button", [`${name} `, element("small", when)], { type: "button" });
  button.addEventListener("click", () => tried(async () => go(await ask(`/api/files/${drawer}`, { name }))));
  return element("li", button);
}

/** What the form asks for. */
function chosen() {
  const start = {
    game: by("game").value, scenario: by("scenario").value, seed: Number(by("seed").value),
    people: {}, bots: {}, decks: {}, switches: {}, overlay: by("overlay").value.trim(),
  };
  const rows = [...document.querySelectorAll("#seats tbody tr")].filter((row) => row.querySelector(".who").value !== "nobody");
  const hasMore = rows.length > known.seats.length; // then each seat must say its deck
  for (const row of rows) {
    const value = (name) => row.querySelector(`.${name}`)?.value.trim() ?? "";
    const seat = row.dataset.seat;
    if (value("who") === "person") start.people[seat] = value("person");
    else if (value("bot")) start.bots[seat] = value("bot");
    const deck = value("deck") || (hasMore && known.seats.find(({ id }) => id === seat)?.deck);
    if (deck) start.decks[seat] = deck;
  }
  for (const input of document.querySelectorAll("[data-switch]")) {
    const value = input.type === "checkbox" ? `${input.checked}` : input.value.trim();
    if (value !== input.dataset.usual) start.switches[input.dataset.switch] = read(value);
  }
  return start;
}

/** The value of a switch that was written as text. */
function read(text) {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function go({ name }) {
  location.assign(`/plays/${encodeURIComponent(name)}`);
}

/** Do something, and say what goes wrong. */
async function tried(what) {
  try {
    await what();
  } catch (error) {
    by("said").textContent = error.message;
  }
}

by("start").addEventListener("submit", (event) => {
  event.preventDefault();
  tried(async () => {
    const start = chosen();
    if (!Object.keys(start.people).length) throw new Error("let a person play one of the seats at least");
    go(await ask("/api/plays", start));
  });
});
await tried(begin);
