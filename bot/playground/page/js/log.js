// The messages of the open chat, oldest above; stays at the bottom unless somebody has scrolled up.

import { Bubble } from "./bubble.js";
import { byId, h, icon } from "./dom.js";
import { veiled } from "./richtext.js";
import { day, say, serviceText } from "./words.js";

const NEAR = 90;
const TOP = 300;
const RUN = 600;

export class Log {
  #bubbles = new Map();
  #missed = 0;
  #atEnd = true;
  #top = 0;
  #shown = "";

  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.box = byId("log");
    this.list = h("div", { id: "messages" });
    this.older = h("button", { type: "button", id: "earlier", class: "pill", onclick: () => actions.earlier() });
    this.box.append(this.older, this.list);
    addEventListener("keydown", (event) => this.#shortcut(event));
    byId("skip").addEventListener("click", () => this.#toKeys());
    this.down = byId("down");
    this.down.addEventListener("click", () => this.#toEnd("smooth"));
    this.box.addEventListener("scroll", () => this.#scrolled());
    document.addEventListener("visibilitychange", () => this.#read());
    const grown = new ResizeObserver(() => this.#atEnd && this.#toEnd());
    grown.observe(this.box);
    grown.observe(this.list);
    state.addEventListener("scene", () => this.#anew());
    state.addEventListener("open", () => this.#anew());
    state.addEventListener("message", ({ detail }) => this.#message(detail));
    state.addEventListener("earlier", ({ detail }) => this.#grown(detail.chat));
    state.addEventListener("removed", ({ detail }) => this.#removed(detail));
    actions.addEventListener("busy", () => this.#bubbles.forEach((bubble) => bubble.mark()));
    actions.addEventListener("jump", ({ detail }) => this.#jump(detail));
  }

  // A new scene of the same chat changes what differs, so that nobody's place or peek is lost.
  #anew() {
    const shown = `${this.state.you.id} ${this.state.open} ${this.state.topic}`;
    const same = shown === this.#shown;
    this.#shown = shown;
    if (same) this.#sync();
    else this.#bubbles.clear();
    if (!same) this.list.replaceChildren();
    this.box.classList.toggle("private", this.state.chat?.kind === "private");
    this.box.setAttribute("aria-label", this.state.chat?.title ?? "");
    this.older.textContent = say("earlier");
    byId("skip").textContent = say("to_keys");
    if (this.state.chat) this.#arrange();
    if (!same || this.#atEnd) this.#toEnd();
    this.#read();
  }

  #sync() {
    const messages = this.state.messages.get(this.state.open) ?? new Map();
    for (const [id, bubble] of this.#bubbles) {
      if (messages.has(id)) bubble.update(messages.get(id));
      else this.#drop(id);
    }
  }

  #drop(id) {
    this.#bubbles.get(id)?.element.remove();
    this.#bubbles.delete(id);
  }

  #message({ message, fresh, before }) {
    this.#speak(message, before);
    if (message.chat !== this.state.open) return;
    const known = this.#bubbles.get(message.id);
    known?.update(message);
    this.#arrange();
    if (this.#atEnd || message.from === this.state.you.id) this.#toEnd();
    else if (fresh) this.#count(this.#missed + 1);
    this.#read();
  }

  #removed({ chat, id }) {
    byId("live").querySelector(`[data-of="${chat} ${id}"]`)?.remove();
    if (chat !== this.state.open) return;
    this.#drop(id);
    this.#arrange();
  }

  // Puts every message in its place, with a pill for each day, and joins what one person said in one go.
  #arrange() {
    const messages = this.state.history(this.state.open, this.state.topic);
    this.older.hidden = !this.state.chat.earlier;
    const wanted = [];
    messages.forEach((message, index) => {
      const before = messages[index - 1];
      if (!before || day(before.date) !== day(message.date)) wanted.push(this.#day(message.date));
      const { element } = this.#bubble(message);
      element.classList.toggle("first", !joined(before, message));
      element.classList.toggle("last", !joined(message, messages[index + 1]));
      wanted.push(element);
    });
    if (!messages.length) wanted.push(h("p", { class: "pill empty" }, say("empty")));
    this.list.querySelectorAll(":scope > .pill").forEach((pill) => pill.remove());
    wanted.forEach((element, index) => {
      if (this.list.children[index] !== element) this.list.insertBefore(element, this.list.children[index] ?? null);
    });
  }

  #bubble(message) {
    const known = this.#bubbles.get(message.id);
    if (known) return known;
    const made = new Bubble(message, this.state, this.actions);
    this.#bubbles.set(message.id, made);
    return made;
  }

  #day(date) {
    return h("p", { class: "pill day" }, day(date));
  }

  // Who is at the end leaves it by scrolling up: what comes below takes room as well, such as a hint, and is no wish to.
  #scrolled() {
    const near = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < NEAR;
    this.#atEnd = near || (this.#atEnd && this.box.scrollTop >= this.#top);
    this.#top = this.box.scrollTop;
    if (this.#atEnd) this.#count(0);
    else if (this.box.scrollTop < TOP) this.actions.earlier();
    this.down.hidden = this.#atEnd;
    this.#read();
  }

  #toEnd(behavior = "instant") {
    this.box.scrollTo({ top: this.box.scrollHeight, behavior });
    this.#top = this.box.scrollTop;
    this.#atEnd = true;
    this.down.hidden = true;
    this.#count(0);
  }

  // What is read stays where it is when older messages come above it.
  #grown(chat) {
    if (chat !== this.state.open) return;
    const below = this.box.scrollHeight - this.box.scrollTop;
    this.#arrange();
    this.box.scrollTop = this.box.scrollHeight - below;
  }

  #shortcut(event) {
    if (event.altKey && event.key === "ArrowDown" && !document.querySelector("dialog")) {
      event.preventDefault();
      this.#toKeys();
    }
  }

  // The newest buttons of a message that still stands, without walking through all that was said before.
  #toKeys() {
    const last = [...this.list.querySelectorAll(".message .keyboard")].at(-1);
    this.#toEnd();
    (last?.querySelector(".key") ?? this.box).focus();
  }

  #count(missed) {
    this.#missed = missed;
    this.down.setAttribute("aria-label", say("down"));
    this.down.replaceChildren(icon("down"), ...(missed ? [h("span", { class: "badge" }, String(missed))] : []));
  }

  #read() {
    if (document.visibilityState !== "visible" || !this.#atEnd || !this.state.chat) return;
    const upto = this.state.readAll();
    if (upto !== null) this.actions.do("read", { chat: this.state.open, message: upto });
  }

  // A new message is read out whole, an edited one by the lines that it did not have before.
  #speak(message, before) {
    if (message.from === this.state.you.id) return;
    const text = before ? news(message, before) : this.#whole(message);
    if (text) byId("live").replaceChildren(h("p", { dir: "auto", "data-of": `${message.chat} ${message.id}` }, text));
  }

  #whole(message) {
    if (message.service) return serviceText(message, this.state);
    const who = message.as ?? this.state.who(message.from).name;
    return say("named", { who, text: veiled(message) || say("photo") });
  }

  #jump(id) {
    const { element } = this.#bubbles.get(id) ?? {};
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    element.classList.add("flash");
    setTimeout(() => element.classList.remove("flash"), 1600);
  }
}

function joined(before, after) {
  if (!before || !after || before.service || after.service) return false;
  return before.from === after.from && before.as === after.as && after.date - before.date < RUN;
}

function news(message, before) {
  const known = new Set(veiled(before).split("\n"));
  return veiled(message).split("\n").filter((line) => line && !known.has(line)).join("\n");
}
