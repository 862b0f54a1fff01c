// The bars at the top: who this tab is, colours, and what chat is open.

import { avatar, byId, h, icon, iconButton, named } from "./dom.js";
import { popup, under } from "./dialogs.js";
import { face } from "./list.js";
import { sceneItems } from "./scene.js";
import { isDark, toggle } from "./theme.js";
import { say } from "./words.js";

const TYPING_TIME = 5000;

export class Heads {
  #typing = 0;

  constructor(state, actions, become) {
    this.state = state;
    this.actions = actions;
    this.become = become;
    for (const kind of ["scene", "open"]) state.addEventListener(kind, () => this.draw());
    state.addEventListener("list", () => this.#who());
    state.addEventListener("typing", ({ detail }) => this.#typed(detail.chat));
    state.addEventListener("message", ({ detail }) => detail.message.from === state.bot.id && this.#still());
  }

  /** Draw both bars anew. */
  draw() {
    this.#who();
    this.#chat();
    this.#topics();
  }

  #who() {
    const { you } = this.state;
    if (!you) return;
    const others = [...this.state.people.values()].some((person) => person.id !== you.id && person.unread);
    const label = say("you_are", { name: you.name });
    const switcher = h(
      "button",
      { type: "button", id: "who", "aria-haspopup": "menu", onclick: (event) => popup(this.#people(), under(event.currentTarget)) },
      avatar(you),
      h("span", {}, label),
      icon("down"),
      others && h("span", { class: "dot" }),
    );
    const theme = iconButton(isDark() ? "sun" : "moon", say(isDark() ? "light" : "dark"), () => (toggle(), this.#who()), { id: "theme" });
    const focused = document.activeElement?.id;
    byId("side-head").replaceChildren(switcher, theme, this.#gear());
    if (["who", "theme"].includes(focused)) byId(focused).focus();
  }

  #people() {
    return [...this.state.people.values()].map((person) => ({
      label: h("span", {}, ...named(person)),
      kind: person.id === this.state.you.id ? "here" : "",
      lead: avatar(person),
      run: () => this.become(person.id),
      side: [
        person.unread > 0 && person.id !== this.state.you.id && h("span", { class: "badge" }, String(person.unread)),
        newTab(person),
      ].filter(Boolean),
    }));
  }

  #gear() {
    const open = (event) => popup(sceneItems(this.state, this.actions), under(event.currentTarget));
    return iconButton("gear", say("scene"), open, { class: "round scene", "aria-haspopup": "menu" });
  }

  // On a narrow screen the chat hides the list, so who one is stands in the chat's bar too.
  #me() {
    const label = say("you_are", { name: this.state.you.name });
    const open = (event) => popup(this.#people(), under(event.currentTarget));
    return h("button", { type: "button", class: "round me", "aria-label": label, title: label, onclick: open }, avatar(this.state.you));
  }

  #chat() {
    const { chat } = this.state;
    document.body.classList.toggle("chatting", Boolean(chat));
    const head = byId("chat-head");
    if (!chat) return head.replaceChildren();
    return head.replaceChildren(
      h("a", { class: "round back", href: "#", "aria-label": say("back") }, icon("back")),
      avatar(face(chat, this.state)),
      h("div", { class: "title" }, h("h1", {}, h("bdi", {}, chat.title)), this.#subtitle(chat)),
      this.#me(),
      this.#gear(),
    );
  }

  #subtitle(chat) {
    const text = chat.kind === "private" ? say("bot") : say("members", { count: chat.members.length });
    return h("p", { id: "subtitle" }, text);
  }

  #topics() {
    const { chat } = this.state;
    const bar = byId("topics");
    bar.hidden = !chat?.forum;
    if (!chat?.forum) return bar.replaceChildren();
    const tabs = [{ id: null, name: say("everyone") }, ...chat.topics];
    return bar.replaceChildren(
      ...tabs.map((topic) =>
        h(
          "button",
          { type: "button", "aria-pressed": String(topic.id === this.state.topic), dir: "auto", onclick: () => this.state.turn(topic.id) },
          topic.name,
        ),
      ),
    );
  }

  #typed(chat) {
    if (chat !== this.state.open) return;
    clearTimeout(this.#typing);
    const line = byId("subtitle");
    line.classList.add("typing");
    line.replaceChildren(h("bdi", {}, this.state.bot.name), ` ${say("bot_typing")}`);
    this.#typing = setTimeout(() => this.#still(), TYPING_TIME);
  }

  #still() {
    clearTimeout(this.#typing);
    if (byId("subtitle")?.classList.contains("typing")) this.#chat();
  }
}

/** Create the link that opens another tab as somebody; "noopener" gives that tab a session storage of its own. */
export function newTab(person, ...children) {
  const label = say("as_tab", { name: person.name });
  const attributes = { class: "round", href: `/?as=${person.id}`, target: "_blank", rel: "noopener", title: label, "aria-label": label };
  return h("a", attributes, children.length ? children : icon("open"));
}
