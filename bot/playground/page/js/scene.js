// The scene menu: people and groups to add, and what may go wrong in a chat, to try it.

import { ask } from "./dialogs.js";
import { say } from "./words.js";

/** List what can be changed about the open chat and the world, as items of a popup. */
export function sceneItems(state, actions) {
  const { chat } = state;
  const items = [
    { label: say("new_person"), run: () => newPerson(state, actions) },
    { label: say("new_group"), run: () => newGroup(state, actions, false) },
    { label: say("new_forum"), run: () => newGroup(state, actions, true) },
  ];
  if (!chat) return items;
  return [...items, null, ...(chat.kind === "private" ? privateItems(chat, actions) : groupItems(chat, actions))];
}

function privateItems(chat, actions) {
  if (!chat.started) return [{ label: say("start"), run: () => actions.start() }];
  const act = chat.blocked ? "unblock" : "block";
  return [{ label: say(act), kind: chat.blocked ? "" : "danger", run: () => actions.do(act) }];
}

function groupItems(chat, actions) {
  const run = (act, fields = {}) => () => actions.do(act, { chat: chat.id, ...fields });
  if (!chat.bot) return [{ label: say("add_bot"), run: run("add_bot") }];
  const items = [
    { label: say(chat.bot === "admin" ? "demote_bot" : "admin_bot"), run: run("admin_bot", { on: chat.bot !== "admin" }) },
    { label: say(chat.photos ? "no_photos" : "photos"), run: run("photos", { on: !chat.photos }) },
  ];
  if (chat.kind === "group") items.push({ label: say("migrate"), run: run("migrate") });
  if (chat.forum) items.push({ label: say("new_topic"), run: () => newTopic(chat, actions) });
  items.push({ label: say(chat.admin ? "demote_me" : "admin_me"), run: run("admin_me", { on: !chat.admin }) });
  if (chat.admin) items.push({ label: say("anonymous"), kind: chat.anonymous ? "here" : "", run: run("anonymous", { on: !chat.anonymous }) });
  return [...items, { label: say("leave"), kind: "danger", run: run("remove_bot") }];
}

async function newPerson(state, actions) {
  const said = await ask(say("new_person"), [
    { name: "name", label: say("name") },
    { name: "language", label: say("language"), value: "en" },
  ]);
  if (said) await actions.do("person", { chat: state.chat?.kind === "private" ? 0 : state.open ?? 0, ...said });
}

async function newGroup(state, actions, forum) {
  const said = await ask(say(forum ? "new_forum" : "new_group"), [{ name: "title", label: say("title") }]);
  const reply = said && (await actions.do("group", { forum, ...said }));
  if (reply) state.lookLater(reply.chat);
}

async function newTopic(chat, actions) {
  const said = await ask(say("new_topic"), [{ name: "title", label: say("title") }]);
  if (said) await actions.do("topic", { chat: chat.id, ...said });
}
