"use strict";
// A drawing that is moved with the mouse and zoomed by the wheel with Ctrl, as the maps of a report are.

const MOST_ZOOM = 8;
const WHEEL = 0.002; // zoom of a wheel's pixel, as a power of e

/** Let a drawing be zoomed and moved; two clicks show all of it again. frame: x, y, width and height of the whole. */
function zoomable(svg, frame) {
  let [x, y, width, height] = frame;
  let from = null; // where the mouse was last, while it moves the drawing
  const show = () => {
    x = Math.max(frame[0], Math.min(x, frame[0] + frame[2] - width));
    y = Math.max(frame[1], Math.min(y, frame[1] + frame[3] - height));
    svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    svg.classList.toggle("is-zoomed", width < frame[2]);
  };
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    const [right, down] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const share = Math.max(1 / MOST_ZOOM, Math.min(1, (width / frame[2]) * Math.exp(event.deltaY * WHEEL)));
    const [oldWidth, oldHeight] = [width, height];
    [width, height] = [frame[2] * share, frame[3] * share];
    x += right * (oldWidth - width);
    y += down * (oldHeight - height);
    show();
  }, { passive: false });
  svg.addEventListener("dblclick", () => {
    [x, y, width, height] = frame;
    show();
  });
  svg.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && width < frame[2]) from = [event.clientX, event.clientY];
  });
  addEventListener("pointerup", () => { from = null; });
  svg.addEventListener("pointermove", (event) => {
    if (!from) return;
    const scale = width / svg.getBoundingClientRect().width;
    x -= (event.clientX - from[0]) * scale;
    y -= (event.clientY - from[1]) * scale;
    from = [event.clientX, event.clientY];
    show();
  });
}
