"use strict";
// Sortable headers (buttons, so they work from the keyboard) and a filter for long tables.
for (const table of document.querySelectorAll(".table table")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells], rows = [...body.rows];
  if (rows.length < 2) continue;
  const key = (row, i) => row.cells[i].dataset.sort;
  const compare = (a, b) => {
    if (a === "" || b === "") return 0;
    const x = Number(a), y = Number(b);
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en", { numeric: true }) : x - y;
  };
  heads.forEach((head, i) => {
    const button = document.createElement("button");
    button.type = "button";
    head.dataset.label = head.textContent; // printed instead: browsers do not repeat buttons on every page
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const down = now ? now === "ascending" : head.classList.contains("num");
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sorted = rows.slice().sort((a, b) => {
        const p = key(a, i), q = key(b, i);
        if ((p === "") !== (q === "")) return p === "" ? 1 : -1; // empty cells last either way
        return down ? compare(q, p) : compare(p, q);
      });
      body.append(...sorted);
    });
  });
  if (rows.length > 30) {
    const find = document.createElement("input");
    find.type = "search";
    find.className = "find";
    find.placeholder = "Filter rows";
    find.setAttribute("aria-label", "Filter rows of this table");
    find.addEventListener("input", () => {
      const words = find.value.toLowerCase().split(/\s+/);
      for (const row of rows) {
        const named = [...row.cells].filter(cell => !cell.classList.contains("num")); // a 2 in 52.1% is no hit
        const text = named.map(cell => cell.dataset.sort).join(" ").toLowerCase();
        row.hidden = !words.every(word => text.includes(word));
      }
    });
    table.closest(".scroll").before(find);
  }
}
