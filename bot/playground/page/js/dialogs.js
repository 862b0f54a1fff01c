// What comes over the page: toasts, modal alerts, small forms, menus, the enlarged picture.

import { direction } from "./bidi.js";
import { byId, h, iconButton } from "./dom.js";
import { say } from "./words.js";

const TOAST_TIME = 4500;

/** Show a line for a while. */
export function toast(text) {
  const line = h("div", { class: "toast", dir: direction(text) }, text);
  byId("toasts").replaceChildren(line);
  setTimeout(() => line.remove(), TOAST_TIME);
}

/** Put the toast away: another chat is looked at. */
export const closeToast = () => byId("toasts").replaceChildren();

/** Put away everything that lies over the page, and what was last read out: the next person must not see it. */
export function clear() {
  document.querySelectorAll("dialog").forEach((box) => box.close());
  closeToast();
  byId("live").replaceChildren();
}

function modal(kind, ...children) {
  const box = h("dialog", { class: kind }, ...children);
  const away = (event) => event.target === box && box.close();
  box.addEventListener("click", away);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Show a text that must be put away by a press. */
export function alertBox(text) {
  const ok = h("button", { type: "button", class: "plain" }, say("ok"));
  const box = modal("alert", h("p", { dir: direction(text) }, text), h("div", { class: "row" }, ok));
  ok.addEventListener("click", () => box.close());
  ok.focus();
}

/** Ask yes or no; resolves with a boolean. */
export function confirmBox(text, detail) {
  const yes = h("button", { type: "submit", value: "yes", class: "plain strong" }, say("ok"));
  const no = h("button", { type: "submit", value: "", class: "plain" }, say("cancel"));
  const form = h(
    "form",
    { method: "dialog" },
    h("p", {}, text),
    detail && h("p", { class: "detail", dir: "ltr" }, detail),
    h("div", { class: "row" }, no, yes),
  );
  const box = modal("alert", form);
  return new Promise((resolve) => box.addEventListener("close", () => resolve(box.returnValue === "yes")));
}

/** Ask for some short texts (`fields`: name, label, value); resolves with them by name, or null. */
export function ask(title, fields) {
  const inputs = fields.map((field) =>
    h("label", {}, h("span", {}, field.label), h("input", { name: field.name, value: field.value ?? "", dir: "auto", maxlength: 64, required: true })),
  );
  const no = h("button", { type: "button", class: "plain" }, say("cancel"));
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, title),
    inputs,
    h("div", { class: "row" }, no, h("button", { type: "submit", value: "yes", class: "plain strong" }, say("ok"))),
  );
  const box = modal("alert", form);
  no.addEventListener("click", () => box.close());
  return new Promise((resolve) =>
    box.addEventListener("close", () => resolve(box.returnValue === "yes" ? Object.fromEntries(new FormData(form)) : null)),
  );
}

/** Show a picture as large as the window allows. */
export function enlarge(src, alt) {
  const box = modal("lightbox", h("img", { src, alt }));
  box.append(iconButton("close", say("close"), () => box.close()));
  box.querySelector("img").addEventListener("click", () => box.close());
}

/** Open a menu near a place: `items` are {label, run, kind?, lead?, side?} or null for a line. */
export function popup(items, near) {
  if (document.querySelector("dialog.popup")) return;
  const box = h("dialog", { class: "popup" });
  const list = h("div", { role: "menu" }, items.map((item) => (item ? entry(item, box) : h("hr"))));
  box.append(list);
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => box.remove());
  box.addEventListener("keydown", (event) => step(event, box));
  document.body.append(box);
  box.showModal();
  place(box, near);
  box.querySelector("button")?.focus();
}

function entry(item, box) {
  const run = () => {
    box.close();
    item.run();
  };
  const label = h("button", { type: "button", role: "menuitem", class: item.kind ?? "", onclick: run, disabled: !item.run && "" },
    item.lead, h("span", { dir: "auto" }, item.label));
  return h("div", { class: "entry" }, label, item.side);
}

function step(event, box) {
  const change = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!change) return;
  event.preventDefault();
  const buttons = [...box.querySelectorAll("button[role=menuitem]")];
  const next = buttons.indexOf(document.activeElement) + change;
  buttons.at(next % buttons.length)?.focus();
}

function place(box, near) {
  const own = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(near.x, innerWidth - own.width - 8));
  const top = Math.max(8, Math.min(near.y, innerHeight - own.height - 8));
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${top}px`);
}

/** Return the point under an element, on its starting side. */
export function under(element) {
  const box = element.getBoundingClientRect();
  return { x: document.documentElement.dir === "rtl" ? box.right - 280 : box.left, y: box.bottom + 6 };
}
