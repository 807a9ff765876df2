// The fields of a form, made from what the game says of each value.
import { element } from "./common.js";

const LONG = 40; // letters of a text that gets several lines
let wordsOfLanguage = [];

/** Name the words of the effect language: [{ word, usage, help }]. */
export const speak = (words) => { wordsOfLanguage = words; };

/** A value in a few letters. form: of its field. */
export function short(value, form) {
  if (value === null || value === undefined || value === "") return "none";
  if (value === true || value === false) return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((each) => short(each, form?.of)).join("; ") || "none";
  if (typeof value === "object") {
    const parts = Object.entries(value).filter(([, part]) => part !== 0 && part !== null);
    const said = ([key, part]) => [form?.fields?.[key]?.title ?? key.replaceAll("_", " "), short(part, form?.fields?.[key] ?? form?.of)].join(" ");
    return parts.map(said).join(", ") || "none";
  }
  return form?.kind === "word" ? value.replaceAll("_", " ") : `${value}`;
}

/** The element that changes a value. set: told the new value, undefined for the printed one. */
export function field(form, value, set, label) {
  return (KINDS[form.kind] ?? KINDS.text)(form, value, set, label);
}

const isPlain = (form) => ["number", "word", "text"].includes(form.kind);

function listen(input, read, set) {
  input.addEventListener("change", () => set(read()));
  return input;
}

const KINDS = {
  number(form, value, set, label) {
    const limits = { min: form.low ?? "", max: form.high ?? "", step: form.step };
    const input = element("input", [], { type: "number", value: value ?? "", ariaLabel: label, ...limits });
    return listen(input, () => (input.value === "" ? undefined : Number(input.value)), set);
  },
  truth(_form, value, set, label) {
    const input = element("input", [], { type: "checkbox", checked: Boolean(value), ariaLabel: label });
    return listen(input, () => input.checked, set);
  },
  word(form, value, set, label) {
    const choices = [...(form.optional || value === null || value === undefined ? [""] : []), ...form.words];
    const input = element("select", choices.map((word) =>
      element("option", word.replaceAll("_", " ") || "none", { value: word, selected: word === (value ?? "") })), { ariaLabel: label });
    return listen(input, () => input.value || undefined, set);
  },
  text(_form, value, set, label) {
    const text = value ?? "";
    const input = text.length > LONG
      ? element("textarea", [], { value: text, rows: 3, ariaLabel: label })
      : element("input", [], { value: text, ariaLabel: label });
    return listen(input, () => input.value || undefined, set);
  },
  effect(_form, value, set, label) {
    const input = element("textarea", [], { value: value ?? "", rows: 2, ariaLabel: label, spellcheck: false, className: "effect" });
    const choices = element("span", [], { className: "choices" });
    input.addEventListener("input", () => complete(input, choices));
    listen(input, () => input.value || undefined, set);
    return element("span", [input, choices]);
  },
  list(form, value, set, label) {
    if (isPlain(form.of)) return words(form, value ?? [], set, label);
    return form.of.kind === "group" ? several(form, value ?? [], set, label) : asJson(value ?? [], set, label);
  },
  table(form, value, set, label) {
    const now = { ...value };
    const names = Object.keys(now).filter((name) => now[name] !== 0);
    const rows = names.map((name) => element("label", [element("span", name.replaceAll("_", " ")), field(form.of, now[name], (to) => {
      set({ [name]: to });
    }, `${label}: ${name}`)]));
    const others = Object.keys(now).filter((name) => now[name] === 0);
    const add = element("select", [element("option", "add\u2026", { value: "" }), ...others.map((name) =>
      element("option", name.replaceAll("_", " "), { value: name }))], { ariaLabel: `Add to ${label}` });
    add.addEventListener("change", () => set({ [add.value]: 1 }));
    return element("div", [...rows, ...(others.length ? [add] : [])], { className: "group" });
  },
  group(form, value, set, label) {
    return element("div", Object.entries(form.fields).map(([key, inner]) =>
      element("label", [element("span", inner.title), field(inner, value?.[key], (to) => set({ [key]: to }), `${label}: ${inner.title}`)], { title: inner.help })),
    { className: "group" });
  },
};

/** Kinds whose parts are changed one by one. */
export const isParted = (form) => form.kind === "group" || form.kind === "table";

/** Whether a form has other parts after a change. */
export const isBuilt = (form) => form.kind === "table" || (form.kind === "list" && form.of.kind === "group")
  || (form.kind === "group" && Object.values(form.fields).some(isBuilt));

/** A list of single values, with commas between them. */
function words(form, value, set, label) {
  const input = element("input", [], { value: value.join(", "), ariaLabel: label, placeholder: "none" });
  const read = () => input.value.split(",").map((word) => word.trim()).filter(Boolean)
    .map((word) => (form.of.kind === "number" ? Number(word) : word));
  return listen(input, read, set);
}

function asJson(value, set, label) {
  const input = element("textarea", [], { value: JSON.stringify(value), rows: 2, ariaLabel: label });
  input.addEventListener("change", () => {
    try {
      set(JSON.parse(input.value));
      input.setCustomValidity("");
    } catch {
      input.setCustomValidity("lists are written as [[\"a\", \"b\"], [\"c\"]]");
      input.reportValidity();
    }
  });
  return input;
}

/** A list of groups, such as the effects of a card. */
function several(form, value, set, label) {
  const all = structuredClone(value);
  const told = () => set(all.map((each) => Object.fromEntries(Object.entries(each).filter(([, v]) => v !== undefined))));
  const boxes = all.map((each, i) => {
    const name = `${label} ${i + 1}`;
    const known = Object.entries(form.of.fields);
    const rows = known.filter(([key]) => each[key] !== undefined && each[key] !== null).map(([key, inner]) =>
      element("label", [element("span", inner.title), field(inner, each[key], (to) => {
        each[key] = to;
        told();
      }, `${name}: ${inner.title}`)]));
    const more = element("select", [element("option", "add\u2026", { value: "" }), ...known.filter(([key]) => each[key] === undefined)
      .map(([key, inner]) => element("option", inner.title, { value: key }))], { ariaLabel: `Add to ${name}` });
    more.addEventListener("change", () => {
      each[more.value] = first(form.of.fields[more.value]);
      told();
    });
    const drop = element("button", "remove", { type: "button", ariaLabel: `remove ${name}` });
    drop.addEventListener("click", () => {
      all.splice(i, 1);
      told();
    });
    return element("fieldset", [element("legend", name), ...rows, element("p", [more, drop], { className: "go" })]);
  });
  const add = element("button", "add one", { type: "button", ariaLabel: `add one to ${label}` });
  add.addEventListener("click", () => {
    const made = Object.entries(form.of.fields).filter(([key, inner]) => key === "on" || key === "do" || !inner.optional);
    all.push(Object.fromEntries(made.map(([key, inner]) => [key, first(inner)])));
    told();
  });
  return element("div", [...boxes, add], { className: "several" });
}

/** The first value of a field that is new. */
function first(form) {
  return { number: form.low ?? 0, truth: true, word: form.words?.[0], list: [], group: {}, table: {} }[form.kind] ?? "";
}

// The effect language -----------------------------------------------------------------------------

/** Show the words that begin like that at the caret, with what they mean. */
function complete(input, box) {
  const begun = /[a-z_]+$/.exec(input.value.slice(0, input.selectionStart))?.[0] ?? "";
  const found = begun.length < 2 ? [] : wordsOfLanguage.filter(({ word }) => word.startsWith(begun) && word !== begun).slice(0, 6);
  box.replaceChildren(...found.map(({ word, usage, help }) => {
    const made = element("button", [element("b", usage), ` ${help}`], { type: "button" });
    made.addEventListener("click", () => {
      const at = input.selectionStart;
      input.setRangeText(word, at - begun.length, at, "end");
      box.replaceChildren();
      input.focus();
    });
    return made;
  }));
}
