"use strict";
// Draws each chart of the page from its spec when it comes near the view, and all of them before printing.
// The colours are CSS variables of the page, so charts follow its theme without being drawn again.
{
  const text = getComputedStyle(document.querySelector(".chart")).fontFamily;
  const quiet = "var(--quiet)", ink = "var(--ink)", rule = "var(--rule)";
  const config = {
    padding: { left: 2, top: 2, right: 16, bottom: 2 }, // a number at the end of an axis reaches beyond it
    aria: false, background: null, view: { stroke: null }, font: text, customFormatTypes: false,
    axis: { labelColor: ink, titleColor: quiet, gridColor: rule, domainColor: rule, tickColor: rule, gridWidth: 0.7,
      labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", labelLimit: 0, titleLimit: 0, titlePadding: 8,
      labelPadding: 5 },
    text: { font: text, fontSize: 12 },
  };

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);
  const hide = () => { tip.hidden = true; };
  const show = (event, words) => {
    if (typeof words !== "string" || !words) return hide();
    tip.textContent = words;
    tip.hidden = false;
    // Below and right of the pointer, but inside the window.
    const wide = document.documentElement.clientWidth, { width, height } = tip.getBoundingClientRect();
    const left = Math.max(4, Math.min(event.clientX + 14, wide - width - 4));
    const above = event.clientY + 16 + height > innerHeight;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${scrollY + (above ? event.clientY - height - 12 : event.clientY + 16)}px`;
  };
  document.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
  document.addEventListener("click", event => { if (!event.target.closest(".plot")) hide(); });

  const draw = chart => {
    const plot = chart.querySelector(".plot");
    if (plot.firstChild || !plot.clientWidth) return;
    const spec = JSON.parse(chart.querySelector("script").textContent);
    const words = plot.ariaLabel;
    const plan = vegaLite.compile(spec, { config }).spec;
    const tooltip = (_handler, event, _item, words) => {
      // Of a region Vega finds a tooltip at its corners alone; its mark has it everywhere.
      const { tooltip: whole } = event.target.__data__ ?? {};
      show(event, words || (event.type === "pointerout" ? "" : whole));
    };
    const view = new vega.View(vega.parse(plan, null, { ast: true }), { expr: vega.expressionInterpreter, container: plot, renderer: "svg", logLevel: vega.Warn, tooltip });
    view.run();
    view.resize().run(); // labels depend on the width, and the height on labels
    // A finger does not hover: a tap shows the same.
    view.addEventListener("click", (event, item) => show(event, item && item.tooltip));
    Object.assign(plot, { role: "img", ariaLabel: words }); // Vega has set its own
    plot.querySelector("svg").ariaHidden = true; // the words of the plot stand for all its marks
    plot.style.minHeight = plot.style.aspectRatio ? "" : 0;
  };
  const all = () => document.querySelectorAll(".chart").forEach(draw);
  const near = new IntersectionObserver(found => {
    for (const { isIntersecting, target } of found) {
      if (isIntersecting) { near.unobserve(target); draw(target); }
    }
  }, { rootMargin: "800px 0px" });
  document.querySelectorAll(".chart").forEach(chart => near.observe(chart));
  addEventListener("beforeprint", all);
  matchMedia("print").addEventListener("change", event => { if (event.matches) all(); });
}
