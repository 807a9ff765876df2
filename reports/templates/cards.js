"use strict";
// Cards, drawn on demand from the data in the page: { scopes: titles of scenarios; parts: [title, question];
// measures: [part, label, unit]; cards: [key, id, scope, name, side, heading, text, notes, game, rows] }.
// A row is [measure, value, low, high, n, clear, n0, key of another card]; see `_numbers` in reports/cards.py.
// The address of a card is #card-KEY, of two beside each other #card-KEY+KEY; an id alone will do for a key, and
// so will a key without its scenario.
{
  const data = JSON.parse(document.getElementById("card_data").textContent);
  const cards = data.cards.map(([key, id, scope, name, side, heading, text, notes, game, rows]) =>
    ({ key, id, scope, name, side, heading, text, notes, game, rows }));
  const byKey = new Map(cards.map(card => [card.key, card]));
  const find = key => byKey.get(key) ?? cards.find(card => card.id === key || card.key.endsWith(`.${key}`));
  const dialog = document.getElementById("card"), body = dialog.querySelector(".card_body");
  const one = document.getElementById("card_one"), two = document.getElementById("card_two");
  const title = document.title, PREFIX = "#card-";

  const make = (tag, words = "", more = {}) => Object.assign(document.createElement(tag), { textContent: words }, more);
  const minus = words => words.replace("-", "\u2212");
  const signed = (value, digits) => minus((Number(value.toFixed(digits)) > 0 ? "+" : "") + value.toFixed(digits));
  const FORMS = {
    share: value => `${(value / 100).toFixed(value > 0 && value < 99.5 ? 2 : 1)}%`, // as in tables
    points: value => signed(value / 100, 1),
    mean: value => minus((value / 1000).toFixed(2)),
  };
  const count = n => n.toLocaleString("en");
  const link = (key, words) => make("a", words, { href: PREFIX + key });

  // The measures of a card by part and label, with all numbers filled in.
  const measured = card => {
    const found = new Map();
    let last = null;
    for (const [at, value, low, high, n = 0, clear = -1, n0 = null, other = ""] of card.rows) {
      last = n === 0 ? last : n;
      const [part, label, unit] = data.measures[at];
      if (!found.has(part)) found.set(part, new Map());
      found.get(part).set(label, { unit, value, low, high, n: last, clear, n0, other });
    }
    return found;
  };

  const cell = measure => {
    const td = make("td");
    if (!measure) return Object.assign(td, { textContent: "\u2014" });
    const { unit, value, low, high, n, clear, n0 } = measure, form = FORMS[unit];
    td.append(make(clear === 1 ? "strong" : "span", form(value) + (unit === "points" ? " points" : "") + (clear === 1 ? "*" : "")));
    const games = n === null ? "" : ` \u00b7 n ${count(n)}${n0 === null ? "" : ` / ${count(n0)}`}`;
    td.append(make("small", `${low === null || high === null ? "no interval" : `${form(low)} to ${form(high)}`}${games}`));
    if (unit === "share") {
      const bar = make("i");
      bar.setAttribute("aria-hidden", "true");
      bar.style.setProperty("--share", value / 10000);
      td.append(bar);
    }
    return td;
  };

  const table = (part, shown) => {
    const [name, question] = data.parts[part], labels = new Map();
    for (const card of shown) for (const [label, each] of card.found.get(part) ?? []) labels.set(label, labels.get(label) || each.other);
    const made = make("table"), caption = made.createCaption();
    caption.append(name, ...(question ? [make("small", question)] : []));
    if (shown.length > 1) {
      const head = made.createTHead().insertRow();
      head.append(make("td"), ...shown.map(card => make("th", card.name, { scope: "col" })));
    }
    const rows = made.createTBody();
    for (const [label, other] of labels) {
      const row = rows.insertRow(), head = make("th", "", { scope: "row" });
      head.append(other ? link(other, label) : label);
      row.append(head, ...shown.map(card => cell(card.found.get(part)?.get(label))));
    }
    return made;
  };

  // Where a card stands among those of its side: a dot for each, by the first difference that it has.
  const SVG = "http://www.w3.org/2000/svg", WIDE = 600, HIGH = 44, EDGE = 12, FEWEST = 4;
  const strip = card => {
    const at = card.rows.find(([measure]) => data.measures[measure][2] === "points")?.[0];
    const known = cards.filter(other => other.scope === card.scope && other.side === card.side)
      .map(other => [other, other.rows.find(row => row[0] === at)?.[1]]).filter(([, value]) => value !== undefined);
    if (known.length < FEWEST) return [];
    const values = known.map(([, value]) => value), least = Math.min(0, ...values), most = Math.max(0, ...values);
    const place = value => EDGE + (WIDE - 2 * EDGE) * (value - least) / (most - least || 1);
    const draw = (tag, more, words) => {
      const made = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(more)) made.setAttribute(name, value);
      made.textContent = words ?? "";
      return made;
    };
    const drawn = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "strip", role: "img", "aria-label": `${card.name} among ${known.length}` });
    drawn.append(draw("line", { x1: place(0), x2: place(0), y1: 2, y2: 28 }));
    for (const value of new Set([least, 0, most])) {
      drawn.append(draw("text", { x: place(value), y: 41, "text-anchor": value === least ? "start" : value === most ? "end" : "middle" }, FORMS.points(value)));
    }
    for (const [other, value] of known.sort(([a]) => (a === card ? 1 : -1))) {
      const dot = draw("circle", { cx: place(value), cy: 15, r: other === card ? 7 : 4.5, class: other === card ? "own" : "" });
      dot.append(draw("title", {}, `${other.name}, ${FORMS.points(value)} points`));
      drawn.append(dot);
    }
    const [, label] = data.measures[at];
    const figure = make("figure", "", { className: "among" });
    figure.append(drawn, make("figcaption", `${card.name} among ${known.length} of ${card.side || "both sides"}: change of the win rate, ${label}, points`));
    return [figure];
  };

  const headOf = (card, i) => {
    const head = make("div"), scope = data.scopes.length > 1 ? `${data.scopes[card.scope]}. ` : "";
    head.append(make("h2", card.name, i ? {} : { id: "card_name" }), make("p", scope + card.heading, { className: "aside" }));
    if (card.text) head.append(make("p", card.text, { className: "card_text" }));
    head.append(...strip(card));
    for (const note of card.notes) head.append(make("p", note));
    const also = cards.filter(other => other.id === card.id && other !== card && other.name === card.name);
    if (also.length) {
      const said = make("p", "Also: ", { className: "aside" });
      also.forEach((other, j) => said.append(j ? ", " : "", link(`${card.key}+${other.key}`, wordsOf(other))));
      head.append(said);
    }
    if (card.game) {
      const isPage = card.game.endsWith(".html"), watch = make("p", isPage ? "" : "Watch a game with it: ", { className: "aside" });
      watch.append(isPage ? make("a", "Watch a game with it", { href: card.game }) : make("code", card.game));
      head.append(watch);
    }
    return head;
  };

  const deckOf = card => card.heading.split(", ").find(word => word.startsWith("deck: ")) ?? card.side;
  const wordsOf = card => [data.scopes.length > 1 ? data.scopes[card.scope] : "", deckOf(card)].filter(Boolean).join(", ");

  const draw = shown => {
    for (const card of shown) card.found = measured(card);
    const heads = make("div", "", { className: "card_heads" });
    heads.append(...shown.map(headOf));
    const parts = data.parts.map((_part, i) => i).filter(i => shown.some(card => card.found.has(i)));
    const stars = make("p", "Values with their 95% intervals and the number n of games, pairs or plays behind them. * clear after correction for all comparisons of its table.", { className: "note" });
    body.replaceChildren(heads, ...parts.map(part => table(part, shown)), stars);
    body.scrollTop = 0;
  };

  const options = (select, none) => {
    const groups = new Map();
    for (const card of cards) {
      const group = [data.scopes.length > 1 ? data.scopes[card.scope] : "", card.side || "Both sides"].filter(Boolean).join(": ");
      groups.set(group, [...groups.get(group) ?? [], card]);
    }
    select.replaceChildren(...none ? [new Option(none, "")] : [], ...[...groups].map(([label, own]) => {
      const group = make("optgroup", "", { label });
      const twice = name => own.filter(card => card.name === name).length > 1;
      group.append(...own.slice().sort((a, b) => a.name.localeCompare(b.name, "en"))
        .map(card => new Option(twice(card.name) ? `${card.name}, ${deckOf(card)}` : card.name, card.key)));
      return group;
    }));
  };

  let depth = 0; // cards opened from this page, one after another: closing goes back before all of them
  const asked = () => location.hash.startsWith(PREFIX)
    ? decodeURIComponent(location.hash.slice(PREFIX.length)).split("+").map(find).filter(Boolean).slice(0, 2) : [];
  const show = () => {
    const shown = asked();
    if (!shown.length) {
      depth = 0;
      document.title = title;
      if (dialog.open) dialog.close();
      return;
    }
    if (!one.length) { options(one); options(two, "no other card"); }
    one.value = shown[0].key;
    two.value = shown[1]?.key ?? "";
    draw(shown);
    document.title = `${shown.map(card => card.name).join(" and ")} \u2013 ${title}`;
    if (!dialog.open) { dialog.showModal(); body.focus(); }
  };
  const go = () => { location.hash = PREFIX + [one.value, two.value].filter(Boolean).join("+"); };
  const close = () => {
    if (depth) history.go(-depth);
    else { history.replaceState(null, "", location.pathname + location.search); show(); }
  };

  addEventListener("hashchange", () => { if (asked().length) depth = history.state?.depth ?? depth + 1; history.replaceState({ depth }, ""); show(); });
  dialog.addEventListener("cancel", event => { event.preventDefault(); close(); });
  dialog.addEventListener("click", event => { if (event.target === dialog) close(); });
  dialog.querySelector("form").addEventListener("submit", event => { event.preventDefault(); close(); });
  one.addEventListener("change", go);
  two.addEventListener("change", go);
  show();
}
