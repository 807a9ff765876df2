"use strict";
// Puts the data of a page back into its elements, then runs its scripts; see reports/packed.py.
(async () => {
  if (!("DecompressionStream" in window)) {
    const old = "This browser is too old to draw the charts and to sort the tables. Their first rows are shown.";
    document.querySelector("header").append(Object.assign(document.createElement("p"), { className: "notice", textContent: old }));
    return;
  }
  const bytes = Uint8Array.from(atob(document.getElementById("packed").textContent), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { data, scripts } = await new Response(stream).json();
  document.querySelectorAll('script[type="application/json"]').forEach((element, i) => { element.textContent = data[i]; });
  for (const script of scripts) document.body.append(Object.assign(document.createElement("script"), { textContent: script }));
})();
