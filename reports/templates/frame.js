"use strict";
// Contents behind a button on narrow pages, and the pages of a report as tabs of one file.
{
  for (const nav of document.querySelectorAll(".side")) {
    const button = nav.querySelector(".menu");
    const open = is => { button.ariaExpanded = is; nav.classList.toggle("open", is); };
    nav.classList.add("live");
    button.hidden = false;
    button.addEventListener("click", () => open(button.ariaExpanded !== "true"));
    nav.addEventListener("click", event => { if (event.target.closest("a")) open(false); });
    document.addEventListener("keydown", event => {
      if (event.key === "Escape" && nav.classList.contains("open")) { open(false); button.focus(); }
    });
    document.addEventListener("click", event => { if (!nav.contains(event.target)) open(false); });
  }

  const tabs = [...document.querySelectorAll("[role=tab]")];
  const panel = tab => document.getElementById(tab.getAttribute("aria-controls"));
  const choose = chosen => {
    for (const tab of tabs) {
      tab.ariaSelected = tab === chosen;
      tab.tabIndex = tab === chosen ? 0 : -1;
      panel(tab).hidden = tab !== chosen;
    }
    chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  // The address names a page or a place inside one.
  const follow = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const chosen = tabs.find(tab => target && panel(tab).contains(target)) ?? tabs[0];
    choose(chosen);
    if (!target || target === panel(chosen)) scrollTo(0, 0);
    else target.scrollIntoView();
  };
  if (tabs.length) {
    document.querySelector("[role=tablist]").addEventListener("keydown", event => {
      const here = tabs.indexOf(document.activeElement), last = tabs.length - 1;
      const next = { ArrowRight: here === last ? 0 : here + 1, ArrowLeft: here ? here - 1 : last, Home: 0, End: last }[event.key];
      if (event.key === " ") document.activeElement.click();
      else if (next === undefined) return;
      else { tabs[next].focus(); tabs[next].click(); }
      event.preventDefault();
    });
    for (const tab of tabs) {
      tab.addEventListener("click", event => { // not followed as a link, which would move the focus into the page
        event.preventDefault();
        history.pushState(null, "", tab.hash);
        follow();
      });
    }
    addEventListener("hashchange", follow);
    follow();
  }
}
