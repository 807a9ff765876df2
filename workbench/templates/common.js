// What all pages of the workbench need: elements, and asking the server.

/** The element with an id. */
export const by = (id) => document.getElementById(id);

/** An element with text or children, and properties. */
export function element(tag, content = [], properties = {}) {
  const made = document.createElement(tag);
  made.append(...(Array.isArray(content) ? content : [content]));
  return Object.assign(made, properties);
}

/** Fill a box; what is there already stays, so that a click on it that has begun is not lost. */
export function put(box, parts) {
  parts.forEach((part, i) => {
    const old = box.children[i];
    if (!old) box.append(part);
    else if (!old.isEqualNode(part)) old.replaceWith(part);
  });
  while (box.children.length > parts.length) box.lastChild.remove();
}

/** Ask the server; with a body, tell it. Throws an Error with the server's sentence. */
export async function ask(address, body) {
  const told = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(address, body === undefined ? {} : told);
  } catch {
    throw new Error("the workbench does not answer: is it still running?");
  }
  const text = await answer.text();
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error(text.trim() || "the workbench does not answer");
  }
  if (!answer.ok) throw new Error(found.error);
  return found;
}

/**
 * Return what begins a piece of work that may begin anew before it is done; that returns whether it is still
 * the latest one. Answers of the server come in any order.
 */
export function latest() {
  let number = 0;
  return () => {
    number += 1;
    const own = number;
    return () => own === number;
  };
}

/** The address of a game, from that of its page. */
export const address = () => `/api${location.pathname}`;
