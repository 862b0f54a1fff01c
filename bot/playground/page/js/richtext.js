// Text with Telegram's entities, made into elements. Offsets are UTF-16 code units, as JavaScript counts.

import { direction } from "./bidi.js";
import { h } from "./dom.js";
import { say } from "./words.js";

const STYLES = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};
const LINKS = /^(https?|tg):/iu;

/**
 * Make the lines of a text, each running its own way; one that has none runs as the first that has.
 *
 * `on.link(url)` and `on.command(text)` are called when a link or command is pressed; `you` is marked in mentions.
 */
export function rich(text, entities, on, you) {
  const sorted = [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const lines = text.split("\n");
  const usual = lines.map(direction).find((way) => way !== "auto") ?? "auto";
  let at = 0;
  return lines.map((line) => {
    const way = direction(line);
    const start = at;
    at += line.length + 1;
    const inner = nodes(text, start, start + line.length, sorted, on, you);
    return h("div", { dir: way === "auto" ? usual : way }, inner.length ? inner : h("br"));
  });
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

/** Return a message's text with its spoilers blotted out, for previews and screen readers. */
export function veiled({ text, entities }) {
  const hidden = (entities ?? []).filter(({ type }) => type === "spoiler");
  const blot = (shown, { offset, length }) => shown.slice(0, offset) + "▒".repeat(length) + shown.slice(offset + length);
  return hidden.reduce(blot, text);
}
