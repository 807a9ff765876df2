"use strict";
// Makes each table of the page a grid that sorts, filters and colours, when it comes near the view. The plain table
// with its first rows stays for print.
{
  const TALL = 25; // rows of a grid that scrolls inside
  const FEW = 12; // rows of a grid that needs no search
  const LEAST = 700; // pixels of columns that are shown where there is less room
  const CHOICES = 16; // different texts of a column that are chosen from a list
  const NONE = "\u2014", ESTIMATES = ["rate", "mean", "points"];

  // Tabulator takes titles, items of lists and cells for HTML.
  const escape = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
  const isText = column => "words" in column;
  const bare = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(); // without accents and case
  const plain = (value, digits) =>
    value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "\u2212");

  // As Python's `Column.text` prints it; rates and points are percentages here.
  const number = ({ kind, digits }, value) => {
    if (kind === "rate") return `${plain(value, value > 0 && value < 0.995 ? 2 : 1)}%`;
    if (kind === "points") return `${value > 0 ? "+" : ""}${plain(value, 1)}`;
    if (kind === "p") return value ? plain(value, 3) : "< 0.001";
    return plain(value, kind === "number" || kind === "mean" ? digits : 0);
  };

  // As Python's `Column.span`.
  const span = (column, i) => {
    const ends = [column.low[i], column.high[i]];
    if (ends.includes(null)) return "";
    const [low, high] = ends.map(end => number(column, end).replace("%", ""));
    return `${low}${column.kind === "points" || /\u2212/.test(low + high) ? " to " : "\u2013"}${high}`;
  };

  const text = (column, i) => {
    const value = column.values[i];
    if (isText(column)) return column.words[value];
    if (value === null) return NONE;
    return column.others ? `${number(column, value)} / ${number(column, column.others[i])}` : number(column, value);
  };

  // The background of a number: of a difference a bar as long as it is far from zero, of others a colour as strong
  // as the value lies between the least and the greatest of its column.
  const shade = column => {
    const known = column.values.filter(value => value !== null);
    const least = Math.min(...known), most = Math.max(...known);
    if (!ESTIMATES.includes(column.kind) || column.raw || column.unlike || !(most > least)) return () => "";
    const far = Math.max(-least, most);
    return value => {
      if (value === null) return "";
      if (column.kind === "points") {
        const colour = `var(--${value < 0 ? "low" : "high"})`;
        return `linear-gradient(${colour}, ${colour}) right bottom / ${Math.round(100 * Math.abs(value) / far)}% 4px no-repeat`;
      }
      return `color-mix(in srgb, var(--high) ${Math.round(45 * (value - least) / (most - least))}%, transparent)`;
    };
  };

  const html = (column, i) => {
    const said = escape(text(column, i));
    const address = column.addresses?.[column.links[i]];
    if (address) return `<a class="card" href="${escape(address)}">${said}</a>`;
    const strong = column.strong?.includes(i) ? `<strong>${said}*</strong>` : said;
    const between = column.low && column.values[i] !== null ? span(column, i) : "";
    return between ? `${strong} <small>(${between})</small>` : strong;
  };

  // Whether a number is as wished: "> 5", "<= 3", "5 to 10", or a number that it begins with.
  const wanted = (wish, value, shown) => {
    const words = wish.replace(/\u2212/g, "-").trim();
    const between = words.match(/^(-?[\d.]+)\s*(?:to|\u2013|\.\.)\s*(-?[\d.]+)$/);
    if (between) return value !== null && value >= Number(between[1]) && value <= Number(between[2]);
    const [, sign, end] = words.match(/^([<>]=?)\s*(-?[\d.]+)$/) ?? [];
    if (!sign) return shown.replace(/[\u2212,]/g, c => (c === "," ? "" : "-")).replace("+", "").startsWith(words.replace("+", ""));
    if (value === null) return false;
    return { "<": value < end, "<=": value <= end, ">": value > end, ">=": value >= end }[sign];
  };

  const filter = (column, places) => {
    const elementAttributes = { "aria-label": `Filter by ${column.label}` };
    if (!isText(column)) {
      return {
        headerFilter: "input", headerFilterPlaceholder: "> 5", headerFilterParams: { elementAttributes },
        headerFilterFunc: (wish, value, row) => wanted(wish, value, text(column, row.i)),
      };
    }
    const values = [...column.words].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const chosen = values.length > 1 && values.length <= CHOICES && values.length < places;
    return {
      headerFilter: chosen ? "list" : "input",
      headerFilterPlaceholder: chosen ? "all" : "any",
      headerFilterParams: chosen ? { values, itemFormatter: escape, clearable: true, elementAttributes } : { elementAttributes },
      headerFilterFunc: chosen ? "=" : (wish, value) => bare(value).includes(bare(wish)),
    };
  };

  // Texts wrap in a column that is wider where there is room; the first one, which stays in view, leaves room for the rest.
  const widest = (column, c, room, texts, dense) => {
    if (!isText(column)) return dense ? 124 : 190;
    return Math.max(110, Math.min(c ? 440 : 300, Math.round(room * (c ? Math.min(0.6, texts > 2 ? 0.8 / texts : 1) : 0.42))));
  };

  const made = (columns, long, room, dense) => columns.map((column, c) => {
    const colour = shade(column);
    return {
      title: escape(column.label), field: `c${c}`, frozen: c === 0, headerWordWrap: true, headerHozAlign: isText(column) ? "left" : "right",
      hozAlign: isText(column) ? "left" : "right", minWidth: isText(column) ? 110 : column.kind === "n" ? 62 : 76,
      maxInitialWidth: widest(column, c, room, columns.filter(isText).length, dense),
      variableHeight: isText(column), cssClass: isText(column) ? "words" : "",
      headerSort: !column.raw, headerSortStartingDir: isText(column) ? "asc" : "desc", resizable: false,
      sorter: isText(column)
        ? (a, b) => a.localeCompare(b, "en", { numeric: true, sensitivity: "base" })
        : "number",
      sorterParams: { alignEmptyValues: "bottom" },
      formatter: cell => {
        const { i } = cell.getData();
        const back = colour(column.values[i]);
        if (back) cell.getElement().style.background = back;
        return html(column, i);
      },
      ...(long && column.kind !== "n" ? filter(column, column.values.length) : {}),
    };
  });

  // Rows belong to the part that scrolls; a header is sorted from the keyboard as by a click.
  const roles = grid => {
    const body = grid.element.querySelector(".tabulator-tableholder");
    body.role = "rowgroup";
    body.querySelector(".tabulator-table").role = "presentation";
    grid.element.removeAttribute("aria-owns");
    const wider = () => grid.element.classList.toggle("wider", body.scrollLeft + body.clientWidth < body.scrollWidth - 1);
    body.addEventListener("scroll", wider);
    const sizes = new ResizeObserver(wider);
    for (const part of [body, body.firstElementChild]) sizes.observe(part);
    for (const column of grid.getColumns()) {
      const head = column.getElement();
      head.tabIndex = 0;
      head.addEventListener("keydown", event => {
        if (event.target !== head || !["Enter", " "].includes(event.key)) return;
        event.preventDefault();
        head.querySelector(".tabulator-col-content").click();
      });
    }
  };

  // Hides the last columns of a table that does not fit, in print too, and returns their numbers: the first ones tell most.
  // The n of several columns goes with the first of them.
  const fold = (columns, grid, table) => {
    const made = grid.getColumns(), widths = made.map(column => column.getWidth()), folded = new Set();
    const room = Math.max(table.clientWidth, LEAST);
    const isWide = () => widths.reduce((sum, width, c) => sum + (folded.has(c) ? 0 : width), 0) > room;
    const nOf = c => columns.findIndex(({ kind }, i) => i >= c && !ESTIMATES.includes(kind));
    for (let c = columns.length - 1; c > 1 && isWide(); c--) {
      if (columns[c].kind === "n") continue;
      folded.add(c);
      const n = nOf(c);
      if (columns[n]?.kind === "n" && nOf(c - 1) !== n) folded.add(n);
    }
    grid.blockRedraw();
    if (folded.size) made.forEach((column, c) => column.setWidth(widths[c])); // else other rows make them wider later
    for (const c of folded) {
      made[c].hide();
      for (const row of table.querySelectorAll(".plain tr")) row.cells[c].hidden = true;
    }
    grid.restoreRedraw();
    return folded;
  };

  const tools = (columns, grid, name, long, folded) => {
    const bar = document.createElement("div");
    bar.className = "tools";
    const find = Object.assign(document.createElement("input"), { type: "search", className: "find", placeholder: "Search" });
    find.setAttribute("aria-label", `Search in ${name}`);
    const texts = columns.filter(isText);
    find.addEventListener("input", () => {
      const words = bare(find.value).split(/\s+/);
      grid.setFilter(({ i }) => {
        const said = bare(texts.map(column => text(column, i)).join(" "));
        return words.every(word => said.includes(word));
      });
    });
    const choice = document.createElement("details");
    choice.className = "choice";
    const more = [...folded].filter(c => columns[c].kind !== "n").length;
    choice.append(Object.assign(document.createElement("summary"), { textContent: more ? `Columns: ${more} more` : "Columns" }));
    const list = document.createElement("div");
    columns.forEach((column, c) => {
      const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !folded.has(c) });
      box.addEventListener("change", () => grid.toggleColumn(`c${c}`));
      const label = document.createElement("label");
      const before = column.kind === "n" && c ? columns[c - 1].label : "";
      label.append(box, ` ${before ? `n of ${before}` : column.label}`);
      list.append(label);
    });
    choice.append(list);
    const count = Object.assign(document.createElement("output"), { className: "count" });
    grid.on("dataFiltered", (_filters, rows) => {
      count.textContent = rows.length < columns[0].values.length ? `${rows.length} of ${columns[0].values.length} rows` : "";
    });
    bar.append(...(long ? [find] : []), choice, count);
    return bar;
  };

  const build = table => {
    if (table.classList.contains("live") || !table.clientWidth) return;
    const columns = JSON.parse(table.querySelector("script").textContent);
    const size = columns[0].values.length, long = size > FEW;
    const rows = columns[0].values.map((_, i) => Object.fromEntries([
      ["i", i], ...columns.map((column, c) => [`c${c}`, isText(column) ? text(column, i) : column.values[i]]),
    ]));
    const place = document.createElement("div");
    place.className = "grid";
    table.querySelector(".plain").after(place);
    table.classList.add("live");
    const name = table.querySelector(".plain").getAttribute("aria-label");
    const grid = new Tabulator(place, {
      data: rows, columns: made(columns, long, place.clientWidth, table.classList.contains("dense")), layout: "fitDataTable", index: "i",
      maxHeight: size > TALL ? "75vh" : false, renderVertical: size > TALL ? "virtual" : "basic",
      columnDefaults: { headerSortTristate: true }, placeholder: "No rows match",
    });
    place.setAttribute("aria-label", name);
    grid.on("tableBuilt", () => {
      const folded = fold(columns, grid, table);
      if (long || folded.size) place.before(tools(columns, grid, name, long, folded));
      roles(grid);
      table.grid = grid;
    });
  };

  const near = new IntersectionObserver(found => {
    for (const { isIntersecting, target } of found) {
      if (isIntersecting) { near.unobserve(target); build(target); }
    }
  }, { rootMargin: "800px 0px" });
  document.querySelectorAll(".table:has(> script)").forEach(table => near.observe(table));
}
