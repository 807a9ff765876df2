"use strict";
// Takes what pages of the gallery share from frames, puts data and styles where they belong, then runs scripts; see sharing.py.
(async () => {
  const say = text => document.querySelector("header").append(Object.assign(document.createElement("p"), { className: "notice", textContent: text }));
  if (!("DecompressionStream" in window)) return say("This browser is too old to draw the charts and to sort the tables. Their first rows are shown.");
  const open = text => {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  const take = address => new Promise((done, failed) => {
    const frame = Object.assign(document.createElement("iframe"), { hidden: true, src: address });
    addEventListener("message", event => { if (event.source === frame.contentWindow) done(open(event.data)); });
    frame.addEventListener("load", () => setTimeout(failed, 5000));
    document.body.append(frame);
  });
  const packed = document.getElementById("packed"), frames = packed.dataset.shared.split(" ").filter(Boolean);
  try {
    const [{ data, scripts, styles }, ...shared] = await Promise.all([open(packed.textContent), ...frames.map(take)]);
    const whole = part => typeof part === "string" ? part : shared[part[0]][part[1]];
    document.querySelectorAll('script[type="application/json"]').forEach((element, i) => { element.textContent = whole(data[i]); });
    for (const style of styles) document.querySelector("style").before(Object.assign(document.createElement("style"), { textContent: whole(style) }));
    for (const script of scripts) document.body.append(Object.assign(document.createElement("script"), { textContent: whole(script) }));
  } catch {
    say("Charts and sorting need the folder shared of the gallery, which is not beside this page's folder. First rows are shown.");
  }
})();
