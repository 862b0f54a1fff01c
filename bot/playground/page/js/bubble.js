// One message: its bubble, picture, caption, time and keyboard. It is changed in place when the message is edited.

import { avatar, h, icon, iconButton, tint } from "./dom.js";
import { enlarge, popup, under } from "./dialogs.js";
import { rich } from "./richtext.js";
import { clock, say, serviceText, spoken } from "./words.js";

const LONG_PRESS = 500;

export class Bubble {
  #revealed = false;
  #folding = { open: false };
  #picture = null;
  #same = "";

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
    this.element.replaceChildren(message.service ? this.#service() : this.#spoken());
    this.element.classList.toggle("service", Boolean(message.service));
    this.element.classList.toggle("mine", message.from === this.state.you.id);
    if (focused) this.#keys()[Math.min(focused.index, this.#keys().length - 1)]?.focus();
    return undefined;
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
    return index < 0 ? null : { index };
  }

  #service() {
    return h("p", { class: "pill", dir: "auto" }, serviceText(this.message, this.state));
  }

  #spoken() {
    const author = this.state.who(this.message.from);
    const named = this.message.as ?? author.name;
    return h(
      "div",
      { class: "line" },
      avatar(this.message.as ? { id: this.message.chat, name: named } : author),
      this.#stack(this.#bubble(author, named), this.#keyboard()),
    );
  }

  // A picture decides how wide its caption and its keyboard are; the style sheet, how tall a picture may be.
  #stack(bubble, keyboard) {
    const stack = h("div", { class: "stack" }, bubble, keyboard);
    const media = this.message.photo ?? this.message.video;
    if (media) {
      const { width, height } = media;
      stack.style.setProperty("--ratio", String(width / height));
    }
    return stack;
  }

  #bubble(author, named) {
    const bubble = h(
      "div",
      { class: this.message.photo || this.message.video ? "bubble pictured" : "bubble", oncontextmenu: (event) => this.#menu(event, event) },
      h("div", { class: `author ink-${author.bot ? "bot" : tint(named)}` }, h("bdi", {}, named), author.bot && h("small", {}, say("bot"))),
      this.message.photo && this.#photo(),
      this.message.video && this.#video(),
      h("div", { class: "body" }, this.message.text && this.#text(), this.#meta()),
      iconButton("dots", say("menu"), (event) => this.#menu(event, under(event.currentTarget)), { class: "round more" }),
    );
    this.#longPress(bubble);
    return bubble;
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

  #keyboard() {
    const rows = this.message.keyboard ?? [];
    if (!rows.length) return null;
    return h("div", { class: "keyboard" }, rows.map((row) => h("div", { class: "keys" }, row.map((button) => this.#key(button)))));
  }

  #key(button) {
    const waits = Boolean(button.data) && this.actions.waits(this.message, button.data);
    const attributes = {
      type: "button",
      class: `key ${button.style ?? ""} ${waits ? "busy" : ""}`,
      title: button.text,
      "aria-label": spoken(button.text),
      "data-data": button.data,
      "aria-busy": waits && "true",
      onclick: () => this.actions.press(this.message, button),
    };
    return h("button", attributes, h("span", { dir: "auto" }, button.text), button.url && icon("open"));
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
