// What a newcomer should do next: open a table, then be several people.

import { avatar, byId, h, iconButton, named, renew } from "./dom.js";
import { newTab } from "./heads.js";
import { say } from "./words.js";

const KEPT = "underhat-hint";

export class Hint {
  #first = null;
  #pressed = false;

  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.box = byId("hint");
    state.addEventListener("scene", () => this.#met(state.you.id));
    for (const kind of ["scene", "open", "list"]) state.addEventListener(kind, () => this.draw());
    this.box.addEventListener("pointerdown", () => (this.#pressed = true));
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => this.#released());
    document.addEventListener("click", ({ target }) => target.closest("a[href^='/?as=']") && setTimeout(() => this.#forget()));
  }

  /** Show the hint that fits, or none. While it is being pressed it stays as it is: nothing moves under the finger. */
  draw() {
    if (this.#pressed) return;
    const parts = this.#parts();
    this.box.hidden = !parts.length;
    renew(this.box, parts);
  }

  #released() {
    if (!this.#pressed) return;
    this.#pressed = false;
    setTimeout(() => this.draw()); // the click comes first
  }

  #met(person) {
    if (this.#first !== null && this.#first !== person) localStorage.setItem(KEPT, "seen");
    this.#first ??= person;
  }

  #parts() {
    const { chat } = this.state;
    if (!chat) return [];
    if (chat.kind === "private") {
      return chat.started || chat.blocked ? [] : [this.#words("start", () => h("p", {}, say("hint_start")))];
    }
    if (!chat.bot) return [];
    if (!chat.bot_wrote) return this.#play();
    return localStorage.getItem(KEPT) || !this.#others().length ? [] : this.#many();
  }

  #play() {
    const open = () => this.actions.command("/play");
    const button = () => h("button", { type: "button", id: "open-table", class: "plain strong", onclick: open }, say("hint_play_button"));
    return [
      this.#words("what", () => h("p", { class: "soft" }, say("hint_what"))),
      this.#words("play", () => h("p", { class: "big" }, `${say("hint_play")} `, button())),
      this.#people(),
    ];
  }

  #many() {
    return [this.#people(), this.#words("close", () => iconButton("close", say("close"), () => this.#forget()))];
  }

  // Words are in the language of whoever reads them, so they go with the person.
  #words(called, make) {
    return [`${called} ${this.state.you.id}`, make];
  }

  // Somebody joins, or takes part: the others' links stay what they are, and so does the focus on one.
  #people() {
    return ["people", () => h("div", { class: "people" }), (box) => renew(box, [
      this.#words("others", () => h("span", {}, say("hint_others"))),
      ...this.#others().slice(0, 5).map((person) => this.#words(`as ${person.id}`, () => link(person))),
    ])];
  }

  // Whoever takes part already is somebody's tab.
  #others() {
    return [...this.state.people.values()].filter((person) => person.id !== this.state.you.id && !person.active);
  }

  // Who has closed the hint, or has become another person by whatever link or menu, needs it no more.
  #forget() {
    localStorage.setItem(KEPT, "seen");
    this.draw();
  }
}

function link(person) {
  const tab = newTab(person, avatar(person), ...named(person));
  tab.setAttribute("class", "person");
  return tab;
}
