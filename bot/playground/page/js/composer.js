// Writing: the line at the bottom, the "/" menu, START.

import { byId, h, iconButton, renew } from "./dom.js";
import { say } from "./words.js";

export class Composer {
  #chosen = 0;
  #drawn = "";

  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.menu = byId("menu");
    this.box = byId("composer");
    this.input = h("textarea", { rows: 1, maxlength: 4096, dir: "auto", enterkeyhint: "send", id: "input" });
    this.input.setAttribute("aria-controls", "menu");
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("blur", (event) => this.menu.contains(event.relatedTarget) || this.#close());
    for (const kind of ["scene", "open"]) state.addEventListener(kind, () => this.draw());
    state.addEventListener("list", () => this.#mode() === this.#drawn || this.draw());
  }

  /** Draw what fits the open chat: a line to write in, START, or nothing. */
  draw() {
    const mode = this.#mode();
    this.#drawn = mode;
    this.#close();
    if (mode === "none") renew(this.box, []);
    else if (mode === "blocked") this.#wide("unblock", say("unblock"), () => this.actions.do("unblock"));
    else if (mode === "start") this.#wide("start", say("start"), () => this.actions.start());
    else this.#line();
  }

  #wide(id, label, onclick) {
    renew(this.box, [[`${id} ${label}`, () => h("button", { type: "button", id, class: "wide", onclick }, label)]]);
  }

  #mode() {
    const { chat, payload } = this.state;
    if (!chat) return "none";
    if (chat.kind === "channel") return "none";
    if (chat.kind !== "private") return "write";
    if (payload !== null || !chat.started) return "start";
    return chat.blocked ? "blocked" : "write";
  }

  #line() {
    this.input.placeholder = say("message");
    this.input.setAttribute("aria-label", say("message"));
    renew(this.box, [
      [`slash ${say("commands")}`, () => iconButton("slash", say("commands"), () => this.#ask(), { id: "slash", "aria-haspopup": "listbox" })],
      ["input", () => this.input],
      [`send ${say("send")}`, () => iconButton("send", say("send"), () => this.#send(), { id: "send" })],
    ]);
  }

  #ask() {
    const open = !this.menu.hidden;
    this.input.value = open ? "" : "/";
    this.input.focus();
    this.#typed();
  }

  #typed() {
    this.input.style.setProperty("height", "auto");
    this.input.style.setProperty("height", `${this.input.scrollHeight}px`);
    this.#chosen = Math.max(0, this.#fitting().findIndex(({ name }) => this.input.value === `/${name}`));
    this.#offer();
  }

  #fitting() {
    const written = this.input.value.match(/^\/(\w*)$/u);
    return written ? this.state.chat.commands.filter(({ name }) => name.startsWith(written[1])) : [];
  }

  #offer() {
    const fitting = this.#fitting();
    this.menu.hidden = !fitting.length;
    this.menu.setAttribute("aria-label", say("commands"));
    this.menu.replaceChildren(...fitting.map((command, index) => this.#option(command, index === this.#chosen)));
    this.menu.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  #option({ name, description }, chosen) {
    const attributes = { type: "button", role: "option", tabindex: -1, "aria-selected": String(chosen), onclick: () => this.#choose(name) };
    return h("button", attributes, h("b", { dir: "ltr" }, `/${name}`), h("span", { dir: "auto" }, description));
  }

  #choose(name) {
    this.#clear();
    this.actions.command(`/${name}`);
    this.input.focus();
  }

  #key(event) {
    if (event.isComposing) return;
    const fitting = this.#fitting();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && fitting.length) {
      event.preventDefault();
      this.#chosen = (this.#chosen + step + fitting.length) % fitting.length;
      this.#offer();
    } else if (event.key === "Escape") {
      this.#close();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (fitting.length && !this.menu.hidden) this.#choose(fitting[this.#chosen].name);
      else this.#send();
    }
  }

  // What could not be sent comes back into the line.
  async #send() {
    const text = this.input.value.trim();
    if (!text) return;
    this.#clear();
    const reply = await this.actions.say(text);
    if (!reply && !this.input.value) this.input.value = text;
  }

  #clear() {
    this.input.value = "";
    this.#typed();
  }

  #close() {
    this.menu.hidden = true;
  }
}
