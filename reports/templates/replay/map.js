"use strict";
// A map: its regions where they are, and on each the pieces that are there.

/** Build the drawing of a map and register its regions as areas. */
function buildMap(area, number) {
  return make("div", "area form-map");
}

function fillRegion() {}
