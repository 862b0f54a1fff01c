// The connection to the playground: one WebSocket for one person, reopened whenever it breaks.
//
// Out: {n, do, ...}. In: {type: "reply", n, ok, why?, ...} for each, and changes of the world in between
// (see state.js). The browser keeps a cookie for each person that is played in it, which no script can read: a person is
// asked for before each connection. "taken" {name}: somebody is played in another browser, and is asked for again.

const KEPT = "underhat-tab";
const FIRST_WAIT = 250;
const LONGEST_WAIT = 3000;

/** Raised when the playground refuses an act; the message says why. */
export class Refused extends Error {}

export class Wire extends EventTarget {
  #socket = null;
  #waiting = new Map();
  #number = 0;
  #pause = FIRST_WAIT;
  #timer = 0;

  constructor(person) {
    super();
    this.person = person;
  }

  /** Connect, and stay connected. */
  async open() {
    clearTimeout(this.#timer);
    try {
      const entered = await this.take(this.person);
      this.person = entered.person;
      sessionStorage.setItem(KEPT, JSON.stringify(entered));
    } catch (error) {
      if (error instanceof Refused) this.dispatchEvent(new CustomEvent("taken", { detail: error.message }));
      this.#later();
      return;
    }
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/page/ws`);
    const { person } = this;
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ do: "enter", person })));
    socket.addEventListener("message", (event) => this.#hear(socket, JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#broken(socket));
  }

  /** Take somebody to be, null for anybody; rejects with Refused, which names them, while another browser plays them. */
  async take(person) {
    // The name is told too: in a new world the same person has another id.
    const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
    const same = kept !== null && (person === null || kept.person === person);
    const response = await fetch("/page/person", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ person: same ? kept.person : person, name: same ? kept.name : "" }),
    });
    if (response.status !== 200 && response.status !== 409) throw new Error(`nobody to be: ${response.status}`);
    const told = await response.json();
    if (response.status === 409) throw new Refused(told.name);
    return told;
  }

  /** Become somebody else in this tab. */
  async become(person) {
    this.person = person;
    sessionStorage.removeItem(KEPT);
    const old = this.#socket;
    this.#socket = null;
    this.#drop();
    old?.close();
    await this.open();
  }

  /** Ask for an act; resolves with the reply, rejects with Refused. */
  ask(act, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("offline"));
    const n = ++this.#number;
    this.#socket.send(JSON.stringify({ ...fields, n, do: act }));
    return new Promise((resolve, reject) => this.#waiting.set(n, { resolve, reject }));
  }

  #hear(socket, frame) {
    if (socket !== this.#socket) return;
    if (frame.type === "stranger") {
      this.#pause = FIRST_WAIT;
    } else if (frame.type === "reply") {
      const waiter = this.#waiting.get(frame.n);
      this.#waiting.delete(frame.n);
      if (frame.ok) waiter?.resolve(frame);
      else waiter?.reject(new Refused(frame.why));
    } else {
      if (frame.type === "scene") this.#pause = FIRST_WAIT;
      this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
    }
  }

  #broken(socket) {
    if (socket !== this.#socket) return;
    this.#drop();
    this.dispatchEvent(new Event("down"));
    this.#later();
  }

  #drop() {
    for (const { reject } of this.#waiting.values()) reject(new Refused("offline"));
    this.#waiting.clear();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_WAIT);
  }
}
