// Text with Telegram's entities, made into elements. Offsets are UTF-16 code units, as JavaScript counts.

import { direction } from "./bidi.js";
import { h, icon } from "./dom.js";
import { clock, say } from "./words.js";

const STYLES = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
};
const FOLDED = "expandable_blockquote";
const FEW_LINES = 3;
const FEW_LETTERS = 120;
const LINKS = /^(https?|tg):/iu;

/**
 * Make the lines of a text, each running its own way; one that has none runs as the first that has.
 *
 * `on.link(url)` and `on.command(text)` are called when a link or command is pressed; `you` is marked in mentions.
 * `folding.open` tells whether quotes that can be folded up are open, and is set when one is opened or folded.
 */
export function rich(text, entities, on, you, folding = { open: false }) {
  const sorted = [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const folded = sorted.filter(({ type }) => type === FOLDED);
  const others = sorted.filter(({ type }) => type !== FOLDED);
  const lines = text.split("\n");
  const usual = lines.map(direction).find((way) => way !== "auto") ?? "auto";
  const made = [];
  let quote = null;
  let at = 0;
  for (const line of lines) {
    const way = direction(line);
    const start = at;
    at += line.length + 1;
    const inner = nodes(text, start, start + line.length, others, on, you);
    const shown = h("div", { dir: way === "auto" ? usual : way }, inner.length ? inner : h("br"));
    const of = folded.find(({ offset, length }) => start < offset + length && offset < start + line.length);
    if (of && quote?.of !== of) made.push((quote = { of, lines: [] }));
    (of ? quote.lines : made).push(shown);
  }
  return made.map((each) => (each.of ? folds(each.lines, usual, folding) : each));
}

// As Telegram does: the first three lines are seen, the others when it is opened.
function folds(lines, way, folding) {
  const quote = h("blockquote", { class: "folds", dir: way }, h("div", {}, lines));
  if (lines.length <= FEW_LINES && quote.textContent.length <= FEW_LETTERS) return quote;
  const key = h("button", { type: "button", class: "fold" }, icon("down"));
  const show = () => {
    quote.classList.toggle("folded", !folding.open);
    key.setAttribute("aria-expanded", String(folding.open));
    key.setAttribute("aria-label", say(folding.open ? "fold" : "unfold"));
  };
  key.addEventListener("click", () => {
    folding.open = !folding.open;
    show();
  });
  quote.append(key);
  show();
  return quote;
}

function nodes(text, from, to, entities, on, you) {
  const made = [];
  let at = from;
  let index = 0;
  while (index < entities.length) {
    const entity = entities[index];
    const start = Math.max(at, entity.offset);
    const end = Math.min(to, entity.offset + entity.length);
    index += 1;
    if (start >= end) continue;
    const inner = [];
    while (index < entities.length && entities[index].offset < end) inner.push(entities[index++]);
    if (start > at) made.push(text.slice(at, start));
    made.push(wrap(entity, text.slice(start, end), nodes(text, start, end, inner, on, you), on, you));
    at = end;
  }
  if (at < to) made.push(text.slice(at, to));
  return made;
}

function wrap(entity, text, inner, on, you) {
  if (entity.type in STYLES) return h(STYLES[entity.type], {}, inner);
  if (entity.type === "spoiler") return spoiler(inner);
  if (entity.type === "date_time" && entity.unix_time) {
    // As clients do: the reader's own time, whatever the text says.
    return h("time", { datetime: new Date(entity.unix_time * 1000).toISOString() }, clock(entity.unix_time));
  }
  if (entity.type === "text_mention") {
    return h("span", { class: entity.user?.id === you ? "mention you" : "mention" }, inner);
  }
  if (entity.type === "bot_command") {
    return h("button", { type: "button", class: "link", dir: "ltr", onclick: () => on.command(text) }, inner);
  }
  const url = entity.type === "text_link" ? entity.url : entity.type === "url" ? text : "";
  if (LINKS.test(url)) return h("button", { type: "button", class: "link", onclick: () => on.link(url) }, inner);
  return h("span", { class: `entity ${entity.type === "mention" ? "mention" : ""}` }, inner);
}

function spoiler(inner) {
  const text = h("span", { "aria-hidden": "true" }, inner);
  const box = h("button", { type: "button", class: "spoiler-text", "aria-label": say("show_text") }, text);
  box.addEventListener("click", () => {
    box.classList.add("seen");
    box.removeAttribute("aria-label");
    text.removeAttribute("aria-hidden");
  });
  return box;
}

/** Return a message's text with spoilers blotted out and times as the reader's own, for previews and screen readers. */
export function veiled({ text, entities }) {
  const backwards = [...(entities ?? [])].sort((a, b) => b.offset - a.offset);
  const instead = ({ type, length, unix_time: time }) => {
    if (type === "spoiler") return "▒".repeat(length);
    return type === "date_time" && time ? clock(time) : null;
  };
  const put = (shown, entity) => {
    const words = instead(entity);
    return words === null ? shown : shown.slice(0, entity.offset) + words + shown.slice(entity.offset + entity.length);
  };
  return backwards.reduce(put, text);
}
