"""The tool results in the databases of agents, read with Python's sqlite3 from the tables that their sources declare, and
in the folders of those that keep files instead.

Each line of standard input has a list of {"agent": …, "file": …}; a line of standard output gets, for each, an object of
sessions by their ids: each a list of results as ../../formats/independent/talk.py reports them.
"""

import hashlib
import json
import os
import sqlite3
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../formats/independent"))

from shapes import chat, vercel  # noqa: E402
from talk import Talk, get  # noqa: E402


def rows(db, query, *values):
    """Dictionaries; texts are decoded whether a column holds them as TEXT or as BLOB."""
    cursor = db.execute(query, values)
    names = [one[0] for one in cursor.description]
    for row in cursor.fetchall():
        yield dict(zip(names, row))


def decoded(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def loaded(value):
    return json.loads(decoded(value))


def opencode(db):
    """session.sql.ts: `data` of a message is its info, of a part the part, without their ids."""
    for session in rows(db, "select id from session"):
        talk = Talk()
        messages = rows(db, "select * from message where session_id = ? order by time_created, id", session["id"])
        seen = False
        for message in messages:
            seen = True
            if loaded(message["data"])["role"] == "user":
                talk.user()
                continue
            talk.reply(message["id"])
            for row in rows(db, "select data from part where message_id = ? order by id", message["id"]):
                part = loaded(row["data"])
                if part["type"] != "tool":
                    continue
                talk.call(part["callID"])
                state = part["state"]
                if state["status"] == "completed":
                    talk.result(state["output"], part["callID"])
                elif state["status"] == "error":
                    talk.result(state["error"], part["callID"])
        if seen:
            yield session["id"], talk


def goose(db):
    """session_manager.rs: content_json is the list of a message's contents, in camel case."""
    for session in rows(db, "select id from sessions"):
        talk = Talk()
        order = "select * from messages where session_id = ? order by created_timestamp, id"
        found = list(rows(db, order, session["id"]))
        for row in found:
            content = loaded(row["content_json"])
            results = [one for one in content if one["type"] == "toolResponse"]
            if row["role"] == "assistant":
                talk.reply()
            elif not results:
                talk.user()
            for one in content:
                if one["type"] == "toolRequest":
                    talk.call(one["id"])
            for one in results:
                result = one["toolResult"]
                if result["status"] == "success":
                    talk.result(result["value"]["content"], one["id"])
                else:
                    talk.result(result["error"], one["id"])
        if found:
            yield session["id"], talk


def hermes(db):
    """hermes_state_messages.py: content with parts is JSON after NUL and `json:`; what is not active was rewound."""
    for session in rows(db, "select id from sessions"):
        talk = Talk()
        order = "select *, cast(content as blob) as bytes from messages where session_id = ? and active = 1 order by id"
        for row in rows(db, order, session["id"]):
            content = decoded(row["bytes"]) or ""
            if content.startswith("\0json:"):
                content = json.loads(content[6:])
            calls = loaded(row["tool_calls"]) if row["tool_calls"] else None
            chat(talk, {**row, "content": content, "tool_calls": calls})
        yield session["id"], talk


def crush(db):
    """internal/message/content.go: parts are {type, data}; a session goes on from its summary."""
    for session in rows(db, "select * from sessions"):
        talk = Talk()
        found = list(rows(db, "select * from messages where session_id = ? order by created_at, rowid", session["id"]))
        ids = [row["id"] for row in found]
        summary = session["summary_message_id"]
        for row in found[ids.index(summary) if summary in ids else 0 :]:
            if row["id"] == summary or row["role"] == "user":
                talk.user()
            elif row["role"] == "assistant":
                talk.reply()
            for part in loaded(row["parts"]):
                data = part["data"]
                if part["type"] == "tool_call" and row["role"] == "assistant":
                    talk.call(data["id"])
                elif part["type"] == "tool_result" and row["role"] == "tool":
                    talk.result(data["content"], data["tool_call_id"])
        yield session["id"], talk


def cursor(db):
    """Bubbles of type 1 are the user's; one with toolFormerData is a call and its result."""
    for row in rows(db, "select key, value from cursorDiskKV where key like 'composerData:%'"):
        composer = loaded(row["value"])
        talk = Talk()
        bubbles = composer.get("conversation") or []
        for head in [] if bubbles else composer.get("fullConversationHeadersOnly") or []:
            key = f"bubbleId:{composer['composerId']}:{head['bubbleId']}"
            bubbles += [loaded(one["value"]) for one in rows(db, "select value from cursorDiskKV where key = ?", key)]
        for bubble in bubbles:
            tool = bubble.get("toolFormerData")
            if bubble["type"] == 1:
                talk.user()
                continue
            talk.reply()
            if tool:
                talk.call(tool["toolCallId"])
                result = tool.get("result") or tool.get("error")
                if result:
                    talk.result(result, tool["toolCallId"])
        if bubbles:
            yield composer["composerId"], talk


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def parts_of(root):
    """The ids under the first field of a root, a message of Protocol Buffers."""
    at = 0
    while at < len(root):
        tag, at = varint(root, at)
        kind = tag & 7
        if kind == 0:
            _, at = varint(root, at)
        elif kind == 2:
            size, at = varint(root, at)
            if tag >> 3 == 1 and size == 32:
                yield root[at : at + size].hex()
            at += size
        else:
            at += 8 if kind == 1 else 4


def cursor_agent(db):
    """The root that meta names has the ids of messages of the Vercel AI SDK."""
    about = decoded(next(rows(db, "select value from meta where key = '0'"))["value"])
    about = json.loads(about if about.startswith("{") else bytes.fromhex(about))
    blob = lambda id: next(rows(db, "select cast(data as blob) as data from blobs where id = ?", id))["data"]  # noqa: E731
    talk = Talk()
    for id in parts_of(blob(about["latestRootBlobId"])):
        vercel(talk, json.loads(blob(id)))
    yield about["agentId"], talk


def kiro(db):
    """chat/conversation.rs: the history that is sent is `valid_history_range` of it."""
    for row in rows(db, "select * from conversations_v2"):
        state = loaded(row["value"])
        talk = Talk()
        start, end = state["valid_history_range"]
        for turn in state["history"][start:end]:
            user, assistant = turn if isinstance(turn, list) else (turn["user"], turn["assistant"])
            content = user["content"]
            for kind in ("ToolUseResults", "CancelledToolUses"):
                for one in get(content, kind, "tool_use_results", default=[]):
                    texts = [each["Text"] if "Text" in each else json.dumps(each["Json"]) for each in one["content"]]
                    talk.result("\n".join(texts), one["tool_use_id"])
            if get(content, "Prompt") or get(content, "CancelledToolUses", "prompt"):
                talk.user()
            talk.reply()
            for use in get(assistant, "ToolUse", "tool_uses", default=[]):
                talk.call(use["id"])
        if end > start:
            yield row["conversation_id"], talk


def devin(db):
    """A session is the way from the newest node of its main chain to one without a parent."""
    for session in rows(db, "select * from sessions"):
        nodes = {row["node_id"]: row for row in rows(db, "select * from message_nodes where session_id = ?", session["id"])}
        at, chain = session["main_chain_id"], []
        while at in nodes:
            chain.insert(0, loaded(nodes[at]["chat_message"]))
            at = nodes[at]["parent_node_id"]
        talk = Talk()
        for message in chain:
            chat(talk, message)
        if chain:
            yield session["id"], talk


def vibe(folder):
    """_storage.py of its harness: CURRENT names a generation, whose manifest lists the chunks of the messages by digest."""
    for id in os.listdir(folder):
        at = os.path.join(folder, id)
        document = lambda *path: open(os.path.join(at, *path), "rb").read()  # noqa: E731
        generation = json.loads(document("CURRENT"))["generation"]
        manifest = json.loads(document("generations", generation, "manifest.json"))
        talk = Talk()
        for digest in manifest["checkpoint"]["chunks"]:
            body = document("chunks", f"{digest}.json").removesuffix(b"\n")
            assert hashlib.sha256(body).hexdigest() == digest
            for entry in json.loads(body):
                message = entry["message"]
                if message["role"] == "tool":
                    shown = "".join(part["text"] for part in message["content"])
                    talk.result(shown, message["tool_call_id"])
                elif message["role"] == "assistant":
                    talk.reply()
                    for part in message["content"]:
                        if part["type"] == "tool_call":
                            talk.call(part["id"])
                elif message["role"] == "user":
                    talk.user()
        yield id, talk


FOLDERS = {"vibe": vibe}

READERS = {
    "opencode": opencode, "goose": goose, "hermes": hermes, "crush": crush, "cursor": cursor,
    "cursor-agent": cursor_agent, "kiro": kiro, "devin": devin,
}


def main():
    for line in sys.stdin:
        said = []
        for asked in json.loads(line):
            if asked["agent"] in FOLDERS:
                said.append({id: talk.report() for id, talk in FOLDERS[asked["agent"]](asked["file"])})
                continue
            db = sqlite3.connect(f"file:{asked['file']}?mode=ro", uri=True)
            db.text_factory = lambda text: text.decode("utf-8", "replace")
            said.append({id: talk.report() for id, talk in READERS[asked["agent"]](db)})
            db.close()
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
