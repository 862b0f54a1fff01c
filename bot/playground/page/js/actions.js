// What a person can do here, sent over the connection; refusals are shown as toasts.

import { alertBox, confirmBox, toast } from "./dialogs.js";
import { Refused } from "./wire.js";
import { say } from "./words.js";

export class Actions extends EventTarget {
  #busy = new Map();
  #fetching = false;

  constructor(state, wire) {
    super();
    this.state = state;
    this.wire = wire;
    state.addEventListener("answer", ({ detail }) => this.#answered(detail));
    wire.addEventListener("down", () => this.#busy.clear());
  }

  /** Send an action; returns its reply, or null when it was refused, after showing why. */
  async do(act, fields = {}) {
    try {
      return await this.wire.ask(act, fields);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message === "offline" ? say("connecting") : say("failed", { why: error.message }));
      return null;
    }
  }

  /** Write into the open chat. */
  say(text) {
    return this.do("say", { chat: this.state.open, topic: this.state.topic, text });
  }

  /** Send a command; in a group it names the bot, as Telegram's menu does. */
  command(text) {
    const name = text.startsWith("/") ? text : `/${text}`;
    const plain = this.state.chat?.kind === "private" || name.includes("@");
    return this.say(plain ? name : `${name}@${this.state.bot.username}`);
  }

  /** Fetch messages older than all that are known of the open chat; one request at a time. */
  async earlier() {
    const { chat } = this.state;
    if (!chat?.earlier || this.#fetching) return;
    this.#fetching = true;
    try {
      const oldest = this.state.history(chat.id)[0]?.id ?? Number.MAX_SAFE_INTEGER;
      const reply = await this.do("earlier", { chat: chat.id, message: oldest });
      if (reply) this.state.recall(chat.id, reply.messages, reply.earlier);
    } finally {
      this.#fetching = false;
    }
  }

  /** Press START: opens the private chat with what a deep link carried. */
  async start() {
    const payload = this.state.payload;
    this.state.hold(null);
    await this.do("start", { payload: payload ?? "" });
  }

  /** Return whether a button waits for its answer. */
  waits(message, data) {
    return [...this.#busy.values()].some((key) => key === `${message.chat} ${message.id} ${data}`);
  }

  /** Press a button under a message. */
  async press(message, button) {
    if (button.url) return this.follow(button.url);
    if (this.waits(message, button.data)) return undefined;
    const reply = await this.do("press", { chat: message.chat, message: message.id, data: button.data });
    if (!reply) return undefined;
    this.#busy.set(reply.query, `${message.chat} ${message.id} ${button.data}`);
    this.dispatchEvent(new Event("busy"));
    return undefined;
  }

  /** Follow a link: the bot's own inside the page, all others in a new tab after a question. */
  async follow(url) {
    const target = readLink(url, this.state.bot.username);
    if (target?.payload !== undefined) {
      this.state.look(this.state.you.id);
      this.state.hold(target.payload);
    } else if (target && this.state.chats.has(target.chat)) {
      this.state.look(target.chat);
      this.dispatchEvent(new CustomEvent("jump", { detail: target.message }));
    } else if (await confirmBox(say("open_link"), url)) {
      window.open(url, "_blank", "noopener,noreferrer");
    }
  }

  #answered({ query, text, alert, url, unanswered }) {
    this.#busy.delete(query);
    this.dispatchEvent(new Event("busy"));
    if (unanswered) toast(say("bot_silent"));
    if (url) this.follow(url);
    if (text && alert) alertBox(text);
    else if (text) toast(text);
  }
}

/** Read a t.me or tg: link to this bot ({payload}) or to a message ({chat, message}); null for all others. */
export function readLink(text, username) {
  let url;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const own = (name) => name.toLowerCase() === username.toLowerCase();
  if (url.protocol === "tg:" && url.host === "resolve" && own(url.searchParams.get("domain") ?? "")) {
    return { payload: url.searchParams.get("start") ?? "" };
  }
  if (!["t.me", "telegram.me"].includes(url.host)) return null;
  const parts = url.pathname.split("/").filter(Boolean);
  if (parts.length === 1 && own(parts[0])) return { payload: url.searchParams.get("start") ?? "" };
  if (parts[0] === "c" && parts.length >= 3) return { chat: Number(`-100${parts[1]}`), message: Number(parts.at(-1)) };
  return null;
}
