// What a newcomer should do next: open a table, then be several people.

import { avatar, byId, h, iconButton, named } from "./dom.js";
import { newTab } from "./heads.js";
import { say } from "./words.js";

const KEPT = "underhat-hint";

export class Hint {
  #first = null;

  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.box = byId("hint");
    state.addEventListener("scene", () => this.#met(state.you.id));
    for (const kind of ["scene", "open", "list"]) state.addEventListener(kind, () => this.draw());
    document.addEventListener("click", ({ target }) => target.closest("a[href^='/?as=']") && setTimeout(() => this.#forget()));
  }

  /** Show the hint that fits, or none. */
  draw() {
    const found = this.#which();
    const shown = found ? `${found.name} ${this.state.you.id} ${this.#others().map((person) => person.id)}` : "";
    if (this.box.dataset.shown === shown) return;
    this.box.dataset.shown = shown;
    this.box.hidden = !found;
    this.box.replaceChildren(...(found ? found.draw() : []));
  }

  #met(person) {
    if (this.#first !== null && this.#first !== person) localStorage.setItem(KEPT, "seen");
    this.#first ??= person;
  }

  #which() {
    const { chat } = this.state;
    if (!chat) return null;
    if (chat.kind === "private") {
      return chat.started || chat.blocked ? null : { name: "start", draw: () => [h("p", {}, say("hint_start"))] };
    }
    if (!chat.bot) return null;
    if (!chat.heard) return { name: "play", draw: () => this.#play() };
    if (localStorage.getItem(KEPT) || !this.#others().length) return null;
    return { name: "many", draw: () => this.#many() };
  }

  #play() {
    const button = h("button", { type: "button", id: "open-table", class: "plain strong", onclick: () => this.actions.command("/play") });
    button.append(say("hint_play_button"));
    return [
      h("p", { class: "soft" }, say("hint_what")),
      h("p", { class: "big" }, `${say("hint_play")} `, button),
      h("div", { class: "people" }, h("span", {}, say("hint_others")), this.#tabs()),
    ];
  }

  #many() {
    return [
      h("div", { class: "people" }, h("span", {}, say("hint_others")), this.#tabs()),
      iconButton("close", say("close"), () => this.#forget()),
    ];
  }

  // Whoever takes part already is somebody's tab.
  #others() {
    return [...this.state.people.values()].filter((person) => person.id !== this.state.you.id && !person.active);
  }

  #tabs() {
    const tabs = this.#others().slice(0, 5).map((person) => newTab(person, avatar(person), ...named(person)));
    for (const tab of tabs) tab.setAttribute("class", "person");
    return tabs;
  }

  // Who has closed the hint, or has become another person by whatever link or menu, needs it no more.
  #forget() {
    localStorage.setItem(KEPT, "seen");
    this.draw();
  }
}
