// The page of one work.
import { by } from "./common.js";
import { watch } from "./watch.js";

const name = decodeURIComponent(location.pathname.split("/")[2]);
watch(by("watch"), name, (look) => {
  if (!look.title) return;
  by("title").textContent = look.title;
  document.title = `${look.title} - Workbench of mazarbul`;
});
