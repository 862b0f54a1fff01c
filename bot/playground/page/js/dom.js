// Elements, icons and avatars. Whatever people write enters the page as text nodes only.

const SVG = "http://www.w3.org/2000/svg";

/** Create an element: attributes (`on…` are listeners), then children; strings become text, never markup. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const names = new WeakMap();

/**
 * Fill an element with `parts`, [what it is called, how it is made, how it is changed] each; empty ones are left out.
 *
 * A part keeps the element that had one of its names, and the element stays where it stands if the order lets it: one
 * that is taken out and put back loses the focus, and a press that has begun on it. So whatever is pressed is called
 * after what it does, and not after how it looks.
 */
export function renew(box, parts) {
  const old = [...box.children];
  const wanted = parts.filter(Boolean).map(([called, make, change]) => {
    const known = [called].flat();
    const at = old.findIndex((element) => names.get(element)?.some((name) => known.includes(name)));
    const element = at < 0 ? make() : old.splice(at, 1)[0];
    names.set(element, known);
    change?.(element);
    return element;
  });
  old.forEach((element) => element.remove());
  wanted.forEach((element, index) => {
    if (box.children[index] !== element) box.insertBefore(element, box.children[index] ?? null);
  });
}

/** Set an attribute, or take it away for a null. */
export function put(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Find an element of index.html. */
export const byId = (id) => document.getElementById(id);

const ICONS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  dots: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  down: "M6 9l6 6 6-6",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  moon: "M19 14.5A8 8 0 0 1 9.5 5a8 8 0 1 0 9.5 9.5z",
  open: "M14 5h5v5M19 5l-8 8M10 6H5v13h13v-5",
  plus: "M12 5v14M5 12h14",
  send: "M5 12l15-7-6 15-3-6zM11 14l9-9",
  slash: "M15 5L9 19",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  tick: "M5 12.5l4.5 4.5L19 7.5",
};

/** Draw one of the line icons. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Create a round button with an icon and a spoken label. */
export function iconButton(name, label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick, ...attributes }, icon(name));
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function initials(name) {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const firsts = words.slice(0, 2).map((word) => {
    const found = [...letters.segment(word)].find((part) => /[\p{L}\p{N}]/u.test(part.segment));
    return found ? found.segment : "";
  });
  return firsts.join("").toLocaleUpperCase() || "?";
}

/** Draw somebody's round picture: the hat for the bot, initials on a colour that stays theirs for all others. */
export function avatar(who) {
  if (who.bot) {
    return h("span", { class: "avatar bot", "aria-hidden": "true" }, h("img", { src: "/page/art/hat.svg", alt: "" }));
  }
  return h("span", { class: `avatar tint-${tint(who.name)}`, "aria-hidden": "true" }, initials(who.name));
}

/** Write somebody's name, and beside it what it is in Latin letters where it is written in others. */
export function named({ name, latin }) {
  return [h("bdi", {}, name), latin && h("small", { class: "latin", lang: "en", dir: "ltr" }, latin)];
}

/** Choose one of eight colours for a name; ids are others each time the playground starts, names are not. */
export const tint = (name) => [...name].reduce((sum, letter) => (sum * 37 + letter.codePointAt(0)) % 9973, 0) % 8;
