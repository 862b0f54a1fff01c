// The list of chats: last words, time, what is unread.

import { direction } from "./bidi.js";
import { avatar, byId, h, put, renew } from "./dom.js";
import { veiled } from "./richtext.js";
import { clock, say, serviceText } from "./words.js";

export class ChatList {
  constructor(state) {
    this.state = state;
    this.box = byId("chats");
    for (const kind of ["scene", "list", "open"]) state.addEventListener(kind, () => this.draw());
  }

  /** Draw the list, newest chat first; a row stays itself, with the press or the focus that it has. */
  draw() {
    const focused = document.activeElement?.closest?.("#chats a")?.dataset.chat;
    const time = (chat) => this.state.newest(chat.id)?.date ?? 0;
    const chats = [...this.state.chats.values()].sort((a, b) => time(b) - time(a) || a.id - b.id);
    this.box.setAttribute("aria-label", say("chats"));
    renew(this.box, chats.map((chat) => [`${chat.id}`, () => h("li", {}, this.#row(chat)), ({ firstChild }) => this.#fill(firstChild, chat)]));
    if (focused && document.activeElement?.dataset.chat !== focused) this.box.querySelector(`a[data-chat="${focused}"]`)?.focus();
    this.#title(chats);
  }

  #row(chat) {
    return h("a", { href: `#${chat.id}`, "data-chat": chat.id });
  }

  #fill(row, chat) {
    const newest = this.state.newest(chat.id);
    const unread = this.state.unread(chat);
    const here = chat.id === this.state.open;
    row.classList.toggle("here", here);
    put(row, "aria-current", here ? "true" : null);
    row.replaceChildren(
      avatar(face(chat, this.state)),
      h("span", { class: "name" }, h("bdi", {}, chat.title)),
      ...(newest ? [h("time", {}, clock(newest.date))] : []),
      this.#preview(chat, newest),
      ...(unread > 0 ? [h("span", { class: "badge", "aria-label": say("unread", { count: unread }) }, String(unread))] : []),
    );
  }

  // It runs as the words of the message do, so that what does not fit is cut at their end, whoever said them.
  #preview(chat, newest) {
    const way = newest?.text ? direction(veiled(newest).split("\n")[0]) : "auto";
    return h("span", { class: "last", dir: way }, this.#last(chat, newest));
  }

  #last(chat, newest) {
    if (!newest) return chat.kind === "private" && !chat.started ? say("start_hint") : say("empty");
    if (newest.service) return serviceText(newest, this.state);
    const text = veiled(newest).split("\n")[0] || say("photo");
    if (chat.kind === "private") return text;
    const mine = newest.from === this.state.you.id;
    return say("named", { who: mine ? say("you") : newest.as ?? this.state.who(newest.from).name, text });
  }

  #title(chats) {
    const unread = chats.reduce((sum, chat) => sum + this.state.unread(chat), 0);
    const name = this.state.you?.name ?? "";
    document.title = `${unread ? `(${unread}) ` : ""}${name} · Underhat`;
  }
}

/** Return whose avatar stands for a chat: the bot's for a private one. */
export const face = (chat, state) => (chat.kind === "private" ? state.bot : { id: chat.id, name: chat.title });
