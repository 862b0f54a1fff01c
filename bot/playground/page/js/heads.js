// The bars at the top: who this tab is, colours, and what chat is open.

import { avatar, byId, h, icon, iconButton, named, put, renew } from "./dom.js";
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
    const theme = () => iconButton("sun", "", () => (toggle(), this.#who()), { id: "theme" });
    renew(byId("side-head"), [
      ["who", () => this.#switcher({ id: "who" }), (who) => this.#fill(who, others)],
      ["theme", theme, (button) => dress(button, isDark() ? "sun" : "moon", say(isDark() ? "light" : "dark"))],
      ["gear", () => this.#gear(), (gear) => dress(gear, "gear", say("scene"))],
    ]);
  }

  #fill(who, others) {
    const label = say("you_are", { name: this.state.you.name });
    who.replaceChildren(avatar(this.state.you), h("span", {}, label), icon("down"), ...(others ? [h("span", { class: "dot" })] : []));
  }

  #switcher(attributes) {
    const open = (event) => popup(this.#people(), under(event.currentTarget));
    return h("button", { type: "button", "aria-haspopup": "menu", onclick: open, ...attributes });
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
  #me(me) {
    const label = say("you_are", { name: this.state.you.name });
    put(me, "aria-label", label);
    put(me, "title", label);
    me.replaceChildren(avatar(this.state.you));
  }

  #chat() {
    const { chat } = this.state;
    document.body.classList.toggle("chatting", Boolean(chat));
    renew(byId("chat-head"), chat ? [
      ["back", () => h("a", { class: "round back", href: "#" }, icon("back")), (back) => put(back, "aria-label", say("back"))],
      [`face ${chat.kind} ${chat.title}`, () => avatar(face(chat, this.state))],
      [`title ${chat.title} ${about(chat)}`, () => this.#title(chat)],
      ["me", () => this.#switcher({ class: "round me" }), (me) => this.#me(me)],
      ["gear", () => this.#gear(), (gear) => dress(gear, "gear", say("scene"))],
    ] : []);
  }

  #title(chat) {
    return h("div", { class: "title" }, h("h1", {}, h("bdi", {}, chat.title)), this.#subtitle(chat));
  }

  #subtitle(chat) {
    return h("p", { id: "subtitle" }, about(chat));
  }

  #topics() {
    const { chat } = this.state;
    const bar = byId("topics");
    bar.hidden = !chat?.forum;
    const tabs = chat?.forum ? [{ id: null, name: say("everyone") }, ...chat.topics] : [];
    const change = (tab, topic) => {
      put(tab, "aria-pressed", String(topic.id === this.state.topic));
      tab.textContent = topic.name;
    };
    renew(bar, tabs.map((topic) => [
      `${topic.id}`,
      () => h("button", { type: "button", dir: "auto", onclick: () => this.state.turn(topic.id) }),
      (tab) => change(tab, topic),
    ]));
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
    const line = byId("subtitle");
    if (line?.classList.contains("typing")) line.replaceWith(this.#subtitle(this.state.chat));
  }
}

const about = (chat) => (chat.kind === "private" ? say("bot") : say("members", { count: chat.members.length }));

function dress(button, name, label) {
  put(button, "aria-label", label);
  put(button, "title", label);
  button.replaceChildren(icon(name));
}

/** Create the link that opens another tab as somebody; "noopener" gives that tab a session storage of its own. */
export function newTab(person, ...children) {
  const label = say("as_tab", { name: person.name });
  const attributes = { class: "round", href: `/?as=${person.id}`, target: "_blank", rel: "noopener", title: label, "aria-label": label };
  return h("a", attributes, children.length ? children : icon("open"));
}
