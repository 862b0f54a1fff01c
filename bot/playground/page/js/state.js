// What this tab knows: people, chats, messages, and what is open. It changes by what the server sends and by `look`.
//
// Changes are dispatched as events: "scene" (everything anew), "list" (chats or people), "open" (another chat is looked at),
// "message" {message, fresh, before} (`before`: how it was), "earlier" (older messages of a chat), "removed" {chat, id}, "typing" {chat}, "answer" {…}.

const WORLD = "underhat-world";

export class State extends EventTarget {
  you = null;
  bot = null;
  people = new Map();
  chats = new Map();
  messages = new Map();
  open = null;
  topic = null;
  payload = null;
  newWorld = false;
  firstVisit = false;
  #awaited = null;

  /** Apply one frame of the server. */
  hear(frame) {
    this[`_${frame.type}`]?.(frame);
  }

  /** Return the open chat. */
  get chat() {
    return this.chats.get(this.open) ?? null;
  }

  /** Return somebody by id, the bot included; an unknown person has a dash for a name. */
  who(id) {
    if (this.bot && id === this.bot.id) return this.bot;
    return this.people.get(id) ?? { id: id ?? 0, name: "—" };
  }

  /** Open a chat (null: the list alone, on narrow screens). */
  look(chat) {
    this.open = this.chats.has(chat) ? chat : null;
    this.topic = null;
    this.payload = null;
    this.#tell("open");
  }

  /** Open a chat once a scene shows it, as it has only just been created. */
  lookLater(chat) {
    if (this.chats.has(chat)) this.look(chat);
    else this.#awaited = chat;
  }

  /** Show one topic of the open forum (null: all of them). */
  turn(topic) {
    this.topic = topic;
    this.#tell("open");
  }

  /** Keep a deep link's payload until START is pressed. */
  hold(payload) {
    this.payload = payload;
    this.#tell("open");
  }

  /** List the messages of a chat, oldest first. */
  history(chat, topic = null) {
    const all = [...(this.messages.get(chat)?.values() ?? [])].sort((a, b) => a.id - b.id);
    return topic === null ? all : all.filter((message) => message.topic === topic);
  }

  /** Add messages that came before those known of a chat; `more`: there are yet earlier ones. */
  recall(chat, messages, more) {
    const known = this.messages.get(chat);
    if (!known) return;
    for (const message of messages) if (!known.has(message.id)) known.set(message.id, message);
    this.chats.get(chat).earlier = more;
    this.#tell("earlier", { chat });
  }

  /** Find the newest message of a chat. */
  newest(chat) {
    return this.history(chat).at(-1) ?? null;
  }

  /** Count what this person has not read in a chat. */
  unread(chat) {
    const news = (message) => message.id > chat.read && message.from !== this.you.id && !message.service;
    return this.history(chat.id).filter(news).length;
  }

  /** Mark the open chat as read to its end; returns the id to report, or null if it was read before. */
  readAll() {
    const newest = Math.max(0, ...(this.messages.get(this.open)?.keys() ?? []));
    if (!this.chat || newest <= this.chat.read) return null;
    this.chat.read = newest;
    this.#tell("list");
    return newest;
  }

  _scene(scene) {
    const known = sessionStorage.getItem(WORLD);
    this.newWorld = known !== null && known !== scene.world;
    this.firstVisit = known !== scene.world;
    sessionStorage.setItem(WORLD, scene.world);
    const moved = scene.moved ?? {};
    this.you = scene.you;
    this.bot = { ...scene.bot, bot: true };
    this.#people(scene.people);
    this.#chats(scene.chats);
    this.messages = new Map(scene.chats.map((chat) => [chat.id, new Map()]));
    for (const message of scene.messages) this.messages.get(message.chat)?.set(message.id, message);
    if (this.open in moved) this.open = moved[this.open];
    if (!this.chats.has(this.open)) this.open = null;
    this.#tell("scene");
    if (this.chats.has(this.#awaited)) {
      this.look(this.#awaited);
      this.#awaited = null;
    }
  }

  _people({ people }) {
    this.#people(people);
    this.#tell("list");
  }

  _message({ message }) {
    const known = this.messages.get(message.chat);
    if (!known) return;
    const before = known.get(message.id) ?? null;
    const fresh = before === null;
    known.set(message.id, message);
    const chat = this.chats.get(message.chat);
    if (message.from === this.bot.id) chat.bot_wrote = true;
    if (chat.kind === "private" && message.from === this.you.id) chat.started = true;
    this.#tell("message", { message, fresh, before });
    this.#tell("list");
  }

  _removed({ chat, id }) {
    this.messages.get(chat)?.delete(id);
    this.#tell("removed", { chat, id });
    this.#tell("list");
  }

  _typing({ chat }) {
    this.#tell("typing", { chat });
  }

  _answer(answer) {
    this.#tell("answer", answer);
  }

  #people(people) {
    this.people = new Map(people.map((person) => [person.id, person]));
  }

  #chats(chats) {
    this.chats = new Map(chats.map((chat) => [chat.id, chat]));
  }

  #tell(kind, detail = null) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
