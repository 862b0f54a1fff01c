// One message: its bubble, picture, caption, time and keyboard. When it is edited, what did not change stays as it was.

import { avatar, h, icon, iconButton, put, renew, tint } from "./dom.js";
import { enlarge, popup, under } from "./dialogs.js";
import { rich } from "./richtext.js";
import { clock, say, serviceText, spoken } from "./words.js";

const LONG_PRESS = 500;

export class Bubble {
  #revealed = false;
  #folding = { open: false };
  #picture = null;
  #same = "";
  #looks = new WeakMap();

  constructor(message, state, actions) {
    this.state = state;
    this.actions = actions;
    this.element = h("article", { class: "message", "data-id": message.id });
    this.update(message);
  }

  /** Show the message as it is now. */
  update(message) {
    const same = JSON.stringify(message);
    if (same === this.#same) return this.mark();
    this.#same = same;
    const focused = this.#focused();
    this.message = message;
    const part = message.service
      ? [`service ${same}`, () => this.#service()]
      : ["line", () => h("div", { class: "line" }), (line) => this.#line(line)];
    renew(this.element, [part]);
    this.element.classList.toggle("service", Boolean(message.service));
    this.element.classList.toggle("mine", message.from === this.state.you.id);
    if (focused && document.activeElement !== focused.key) this.#keys()[Math.min(focused.index, this.#keys().length - 1)]?.focus();
    return this.mark();
  }

  /** Mark the buttons that wait for an answer. */
  mark() {
    for (const key of this.#keys()) {
      const waits = Boolean(key.dataset.data) && this.actions.waits(this.message, key.dataset.data);
      key.classList.toggle("busy", waits);
      key.setAttribute("aria-busy", String(waits));
    }
  }

  #keys() {
    return [...this.element.querySelectorAll(".key")];
  }

  #focused() {
    const index = this.#keys().indexOf(document.activeElement);
    return index < 0 ? null : { index, key: document.activeElement };
  }

  #service() {
    return h("p", { class: "pill", dir: "auto" }, serviceText(this.message, this.state));
  }

  #line(line) {
    const author = this.state.who(this.message.from);
    const named = this.message.as ?? author.name;
    const face = this.message.as ? { id: this.message.chat, name: named } : author;
    renew(line, [
      [`face ${named}`, () => avatar(face)],
      ["stack", () => h("div", { class: "stack" }), (stack) => this.#stack(stack, author, named)],
    ]);
  }

  // A picture decides how wide its caption and its keyboard are; the style sheet, how tall a picture may be.
  #stack(stack, author, named) {
    const rows = this.message.keyboard ?? [];
    const media = this.message.photo ?? this.message.video;
    renew(stack, [
      ["bubble", () => this.#bubble(), (bubble) => this.#fill(bubble, author, named)],
      rows.length && ["keyboard", () => h("div", { class: "keyboard" }), (keyboard) => this.#keyboard(keyboard, rows)],
    ]);
    if (media) stack.style.setProperty("--ratio", String(media.width / media.height));
    else stack.style.removeProperty("--ratio");
  }

  #bubble() {
    const bubble = h("div", { class: "bubble", oncontextmenu: (event) => this.#menu(event, event) });
    this.#longPress(bubble);
    return bubble;
  }

  #fill(bubble, author, named) {
    const { photo, video, spoiler } = this.message;
    bubble.classList.toggle("pictured", Boolean(photo || video));
    renew(bubble, [
      [`author ${named}`, () => this.#author(author, named)],
      photo && [`photo ${JSON.stringify([photo, spoiler])}`, () => this.#photo()],
      video && [`video ${JSON.stringify(video)}`, () => this.#video()],
      ["body", () => h("div", { class: "body" }), (body) => this.#body(body)],
      ["more", () => iconButton("dots", say("menu"), (event) => this.#menu(event, under(event.currentTarget)), { class: "round more" })],
    ]);
  }

  #author(author, named) {
    return h("div", { class: `author ink-${author.bot ? "bot" : tint(named)}` }, h("bdi", {}, named), author.bot && h("small", {}, say("bot")));
  }

  #body(body) {
    const { text, entities, edited, date } = this.message;
    renew(body, [
      text && [`text ${JSON.stringify([text, entities])}`, () => this.#text()],
      [`meta ${edited} ${date}`, () => this.#meta()],
    ]);
  }

  #text() {
    const on = { link: (url) => this.actions.follow(url), command: (text) => this.actions.command(text) };
    return h("div", { class: "text" }, rich(this.message.text, this.message.entities, on, this.state.you.id, this.#folding));
  }

  #meta() {
    const edited = this.message.edited && h("span", { class: "edited" }, say("edited"));
    return h("span", { class: "meta" }, edited, h("time", {}, clock(this.message.date)));
  }

  // The old picture stands until the new one is decoded, so that an edited board never flashes.
  #photo() {
    const { url, width, height } = this.message.photo;
    const before = this.#picture;
    if (before?.dataset.url !== url) {
      this.#revealed = false;
      this.#picture = h("img", { src: url, alt: say("photo"), "data-url": url, draggable: "false" });
    }
    Object.assign(this.#picture, { width, height });
    const hidden = this.message.spoiler && !this.#revealed;
    const label = hidden ? say("show_spoiler") : say("zoom");
    const frame = h("button", { type: "button", class: "photo", "aria-label": label }, this.#picture);
    frame.classList.toggle("spoiler", Boolean(hidden));
    if (hidden) frame.append(h("span", { class: "veil" }));
    else if (before && before !== this.#picture) this.#cover(frame, before);
    frame.addEventListener("click", () => this.#touch(frame));
    return frame;
  }

  // A film is silent, and begins when it is asked to.
  #video() {
    const { url, width, height } = this.message.video;
    return h("video", { class: "film", src: url, width, height, controls: "", muted: "", playsinline: "", preload: "metadata", "aria-label": say("film") });
  }

  #cover(frame, before) {
    before.classList.add("old");
    frame.append(before);
    const done = () => before.remove();
    this.#picture.decode().then(done, done);
  }

  #touch(frame) {
    if (frame.classList.contains("spoiler")) {
      this.#revealed = true;
      frame.classList.remove("spoiler");
      frame.setAttribute("aria-label", say("zoom"));
      frame.querySelector(".veil").remove();
    } else {
      enlarge(this.message.photo.url, say("photo"));
    }
  }

  #keyboard(keyboard, rows) {
    const row = (buttons) => [buttons.map(deed), () => h("div", { class: "keys" }), (keys) => this.#row(keys, buttons)];
    renew(keyboard, rows.map(row));
  }

  #row(keys, buttons) {
    renew(keys, buttons.map((button) => [deed(button), () => this.#key(button), (key) => this.#dress(key, button)]));
  }

  #key(button) {
    const attributes = { type: "button", "data-data": button.data, onclick: () => this.actions.press(this.message, button) };
    return h("button", attributes);
  }

  // A key that does what it did may have another label or colour.
  #dress(key, button) {
    const look = JSON.stringify(button);
    if (this.#looks.get(key) === look) return;
    this.#looks.set(key, look);
    key.className = `key ${button.style ?? ""}`;
    put(key, "title", button.text);
    put(key, "aria-label", spoken(button.text));
    key.replaceChildren(h("span", { dir: "auto" }, button.text), ...(button.url ? [icon("open")] : []));
  }

  #menu(event, near) {
    if (event.target.closest?.(".key")) return;
    event.preventDefault();
    const { chat, id, text } = this.message;
    const items = [];
    if (text) items.push({ label: say("copy"), run: () => navigator.clipboard?.writeText(text) });
    items.push({ label: say("delete"), kind: "danger", run: () => this.actions.do("delete", { chat, message: id }) });
    popup(items, { x: near.x, y: near.y });
  }

  #longPress(bubble) {
    let timer = 0;
    const stop = () => clearTimeout(timer);
    bubble.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch") return;
      timer = setTimeout(() => this.#menu(event, event), LONG_PRESS);
    });
    for (const kind of ["pointerup", "pointercancel", "pointermove"]) bubble.addEventListener(kind, stop);
  }
}

/** Return what a button does, by which it is known again when its message is edited. */
const deed = (button) => (button.url ? `url ${button.url}` : `data ${button.data}`);
