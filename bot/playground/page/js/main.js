// The page: connects wire, state and views.

import { Actions } from "./actions.js";
import { Composer } from "./composer.js";
import { clear, closeToast, toast } from "./dialogs.js";
import { byId, h, iconButton } from "./dom.js";
import { Heads } from "./heads.js";
import { Hint } from "./hint.js";
import { ChatList } from "./list.js";
import { Log } from "./log.js";
import { State } from "./state.js";
import { paint } from "./theme.js";
import { Refused, Wire } from "./wire.js";
import { say, speak } from "./words.js";

const NARROW = matchMedia("(max-width: 719px)");

function wanted() {
  const person = Number(new URLSearchParams(location.search).get("as"));
  return Number.isSafeInteger(person) && person > 0 ? person : null;
}

function status(text) {
  byId("status").textContent = text;
  byId("status").hidden = !text;
}

function notice(text) {
  const box = byId("notice");
  box.hidden = !text;
  box.replaceChildren(h("span", {}, text), iconButton("close", say("close"), () => notice("")));
}

paint();
const state = new State();
const wire = new Wire(wanted());
const actions = new Actions(state, wire);

// The open chat lives in the address, so that "back" works on a phone and a reload stays in place.
function follow() {
  const chat = Number(location.hash.slice(1)) || null;
  if (chat !== state.open) state.look(chat);
}

function settle() {
  speak(state.you.language);
  history.replaceState(null, "", `?as=${state.you.id}${location.hash}`);
  if (state.open === null) follow();
  if (state.open === null && (state.firstVisit || !NARROW.matches)) state.look([...state.chats.keys()][0] ?? null);
  if (state.newWorld) notice(say("new_world"));
  status("");
  document.body.classList.add("ready");
}

async function become(person) {
  try {
    await wire.take(person);
  } catch (error) {
    if (error instanceof Refused) {
      toast(say("taken", { name: error.message }));
      return;
    }
  }
  clear();
  document.body.classList.remove("ready");
  notice("");
  const chat = state.chat?.kind === "private" ? person : state.open;
  history.replaceState(null, "", `?as=${person}${chat === null ? "" : `#${chat}`}`);
  await wire.become(person);
}

state.addEventListener("scene", settle);
new Heads(state, actions, become);
new ChatList(state);
new Log(state, actions);
new Composer(state, actions);
new Hint(state, actions);

state.addEventListener("open", () => {
  closeToast();
  if ((Number(location.hash.slice(1)) || null) !== state.open) location.hash = state.open === null ? "" : `#${state.open}`;
});
addEventListener("hashchange", follow);
wire.addEventListener("frame", ({ detail }) => state.hear(detail));
wire.addEventListener("down", () => {
  document.body.classList.remove("ready");
  status(say("connecting"));
});
wire.addEventListener("taken", ({ detail }) => {
  status(`${say("taken", { name: detail })} `);
  byId("status").append(h("a", { href: "/" }, say("taken_else")));
});
speak(navigator.language);
status(say("connecting"));
wire.open();
