"""Sessions that agents save: each takes the records of a file (its lines, or its one document) and gives its talks."""

import copy
import json
import re

from shapes import blocks, chat, chats, either, gemini, item, response
from talk import Talk, get, parsed


def acp(records):
    talks = {}
    for record in records:
        params = record.get("params") or record
        talk = talks.setdefault(params.get("sessionId"), Talk())
        if record.get("method") == "session/prompt":
            talk.user()
        update = params.get("update") or record
        kind = update.get("sessionUpdate")
        if kind in ("agent_message_chunk", "agent_thought_chunk", "plan"):
            talk.reply() if kind != "plan" else None
        elif kind == "user_message_chunk":
            talk.user()
        elif kind in ("tool_call", "tool_call_update"):
            id = update.get("toolCallId")
            if kind == "tool_call":
                talk.reply()
                talk.call(id)
            found = [get(one, "content", "text") for one in update.get("content") or [] if get(one, "type") == "content"]
            if any(found):
                talk.result([{"type": "text", "text": text} for text in found if text], id, again=id)
    return talks.values()


def amp(records):
    for thread in records:
        talk = Talk()
        messages = thread["messages"]
        summaries = [at for at, one in enumerate(messages) for block in one["content"] if block.get("type") == "summary"]
        first = summaries[-1] if summaries else 0
        for at, message in enumerate(messages):
            results = [block for block in message["content"] if block.get("type") == "tool_result"]
            if message["role"] == "assistant":
                talk.reply()
            elif not results:
                talk.user()
            for block in message["content"]:
                if block.get("type") == "tool_use":
                    talk.call(block["id"])
            for block in results:
                run = block.get("run") or {}
                value = run.get("result")
                if value is None:
                    value = get(run, "error", "message") or run.get("error") or run.get("reason")
                if isinstance(value, dict) and value.get("isImage"):
                    value = ""
                talk.result(value, block["toolUseID"], dead=at < first)
        yield talk


def antigravity(records):
    talk = Talk()
    for step in records:
        if step.get("type") == "USER_INPUT":
            talk.user()
        elif step.get("type") == "PLANNER_RESPONSE":
            talk.reply()
            for _ in step.get("tool_calls") or []:
                talk.call()
        elif step.get("source") == "MODEL" and step.get("content"):
            talk.result(step["content"])
    return [talk]


def claude_code(records):
    if len(records) == 1 and "loglines" in records[0]:
        records = records[0]["loglines"]
    lines = [one for one in records if isinstance(one, dict) and isinstance(one.get("message"), dict)]
    boundary = max(
        (at for at, one in enumerate(records) if get(one, "subtype") == "compact_boundary"), default=-1
    )
    place = {id(one): at for at, one in enumerate(records)}
    by_id = {one["uuid"]: one for one in records if isinstance(one, dict) and one.get("uuid")}
    talks = {}

    def thread(line):
        if not line.get("isSidechain"):
            return line.get("agentId")
        while line.get("parentUuid") in by_id and by_id[line["parentUuid"]].get("isSidechain"):
            line = by_id[line["parentUuid"]]
        return line.get("agentId") or line.get("uuid")

    for line in sorted_by_parents(lines):
        name = thread(line)
        talk = talks.setdefault(name, Talk())
        message = line["message"]
        dead = name is None and place[id(line)] < boundary
        blocks(talk, message, message.get("id"), dead)
    return talks.values()


def sorted_by_parents(lines):
    """A result may be saved before the call that it answers: the parents are right, the order of lines is not."""
    done, later = {one.get("uuid") for one in lines}, []
    seen, out = set(), []
    for line in lines:
        parent = line.get("parentUuid")
        (later if parent in done and parent not in seen else out).append(line)
        seen.add(line.get("uuid")) if line not in later else None
        for one in list(later):
            if one.get("parentUuid") in seen:
                later.remove(one)
                out.append(one)
                seen.add(one.get("uuid"))
    return out + later


def claude_stream(records):
    if len(records) == 1 and isinstance(records[0], list):
        records = records[0]
    talks = {}
    for line in records:
        if line.get("type") in ("user", "assistant"):
            talk = talks.setdefault(line.get("parent_tool_use_id"), Talk())
            blocks(talk, line["message"], line["message"].get("id"))
    return talks.values()


def claude_managed(records):
    talk = Talk()
    for record in records[0] if isinstance(records[0], list) else records:
        event = record.get("raw") or record
        kind = event.get("type", "")
        if kind in ("agent.message", "agent.thinking"):
            talk.reply()
        elif kind.endswith("tool_use"):
            talk.reply()
            talk.call(event["id"])
        elif kind.endswith("tool_result"):
            talk.result(event.get("content"), next(value for key, value in event.items() if key.endswith("tool_use_id")))
        elif kind == "user.message":
            talk.user()
    return [talk]


SAID = ("[[NOTE] This file read", "<answer>", "The user has provided feedback", "The user denied")


def cline(records):
    for saved in records:
        talk = Talk()
        for message in saved if isinstance(saved, list) else saved["messages"]:
            content = message["content"] if isinstance(message["content"], list) else []
            results = [block for block in content if block["type"] == "tool_result"]
            heads = [at for at, block in enumerate(content[:-1]) if TOOL_SAID.match(block.get("text", ""))]
            if message["role"] == "assistant" or not results and not heads:
                blocks(talk, message)
            for block in results:
                talk.result(operations(block.get("content")), block["tool_use_id"])
            for at in heads if message["role"] == "user" else []:
                text = content[at + 1]["text"]
                if not text.startswith(SAID) and not TOOL_SAID.match(text):
                    talk.result([block for block in content[at + 1 :] if not ENVIRONMENT.match(block.get("text", ""))])
        yield talk


TOOL_SAID = re.compile(r"\[\w+(?: for '[^]]*')?\] Result:")
ENVIRONMENT = re.compile(r"<environment_details>")


def operations(content):
    """Of what a tool of the SDK did, the texts of what came of it: its errors stay, and its images."""
    one = parsed(content)
    if isinstance(one, dict) and "query" in one:
        return one["result"]
    if isinstance(content, list) and len(content) == 1 and isinstance(content[0].get("result"), list):
        return content[0]["result"]
    if isinstance(content, list) and any("query" in each for each in content):
        return [each["result"] for each in content if isinstance(each["result"], str)]
    return content


def codex(records):
    talk = Talk()
    compacted = max((at for at, one in enumerate(records) if get(one, "payload", "replacement_history")), default=-1)
    for at, record in enumerate(records):
        payload = record.get("payload") or {}
        if record.get("type") == "response_item":
            output = payload.get("output")
            if payload.get("type", "").endswith("_output"):
                talk.result(output, payload["call_id"], dead=at < compacted)
            else:
                item(talk, payload)
        elif at == compacted:
            for one in payload["replacement_history"]:
                item(talk, one)
    return [talk]


def codex_exec(records):
    talk = Talk()
    for event in records:
        one = event.get("item") or {}
        kind, done = one.get("type"), event.get("type") == "item.completed"
        if kind in ("reasoning", "agent_message"):
            talk.reply()
        elif kind in ("command_execution", "mcp_tool_call"):
            if event["type"] == "item.started":
                talk.reply()
                talk.call(one["id"])
            if kind == "command_execution":
                value = one.get("aggregated_output")
            else:
                value = get(one, "result", "content") or get(one, "error", "message")
            if value and (done or event["type"] == "item.updated"):
                talk.result(value, one["id"], again=one["id"])
    return [talk]


def continue_(records):
    for session in records:
        talk = Talk()
        for entry in session["history"]:
            role = entry["message"]["role"]
            states = entry.get("toolCallStates") or []
            if role == "assistant":
                talk.reply()
                for state in states or entry["message"].get("toolCalls") or []:
                    talk.call(state.get("toolCallId") or state.get("id"))
                for state in states:
                    if state.get("output"):
                        talk.result([one["content"] for one in state["output"]], state["toolCallId"])
            elif role == "user":
                talk.user()
            elif role == "tool":
                talk.result(entry["message"]["content"], entry["message"].get("toolCallId"))
        yield talk


def copilot(records):
    talks = {}
    for event in records:
        data = event.get("data") or {}
        talk = talks.setdefault(data.get("parentToolCallId"), Talk())
        if event["type"] == "assistant.message":
            talk.reply()
            for call in data.get("toolRequests") or []:
                talk.call(call["toolCallId"])
        elif event["type"] == "user.message":
            talk.user()
        elif event["type"] == "tool.execution_start" and data["toolCallId"] not in talk.calls:
            # A command that the user typed.
            talk.reply()
            talk.call(data["toolCallId"])
        elif event["type"] == "tool.execution_complete":
            value = get(data, "result", "content") or get(data, "error", "message")
            talk.result(value, data["toolCallId"])
    return talks.values()


def cursor(records):
    talk = Talk()
    for line in records:
        if "message" in line:
            blocks(talk, {**line["message"], "role": line["role"]})
    return [talk]


def cursor_stream(records):
    talk = Talk()
    for line in records:
        kind = line.get("type")
        if kind == "user":
            talk.user()
        elif kind in ("assistant", "thinking") and ("message" in line or "text" in line):
            talk.reply()
        elif kind == "tool_call" and line.get("subtype") == "started":
            talk.reply()
            talk.call(line["call_id"])
        elif kind == "tool_call" and line.get("subtype") == "completed":
            call = next(one for name, one in line["tool_call"].items() if name.endswith("ToolCall") or name == "function")
            outcomes = [one for one in call["result"].values() if isinstance(one, dict)]
            value = outcomes[0] if outcomes else call["result"]
            one = list(value.values())
            talk.result(one[0] if len(one) == 1 and isinstance(one[0], str) else value, line["call_id"])
    return [talk]


def droid(records):
    talk = Talk()
    states = [one for one in records if one.get("type") == "compaction_state"]
    anchor = get(states[-1], "anchorMessage", "id") if states else None
    ids = [one.get("id") for one in records]
    first = ids.index(anchor) if anchor in ids else -1
    for at, line in enumerate(records):
        if line.get("type") == "message" and line.get("visibility") != "user_only":
            blocks(talk, line["message"], dead=at < first)
    return [talk]


def droid_stream(records):
    talk = Talk()
    for line in records:
        kind = line.get("type")
        if kind == "message":
            talk.reply(line.get("id")) if line["role"] == "assistant" else talk.user()
        elif kind == "reasoning":
            talk.reply(line.get("id"))
        elif kind == "tool_call":
            talk.reply(line.get("messageId"))
            talk.call(line["id"])
        elif kind == "tool_result":
            value = line.get("value")
            talk.result(get(line, "error", "message") if value is None else value, line.get("toolCallId") or line["id"])
    return [talk]


def gemini_cli(records):
    """A later record with the same id stands for the earlier one, and `$set.messages` for all."""
    order, said = [], {}
    for record in records:
        if "messages" in record and "sessionId" in record:
            new, all_ = record["messages"], True
        elif "$set" in record:
            new, all_ = record["$set"].get("messages"), True
        elif "$rewindTo" in record:
            at = order.index(record["$rewindTo"]) if record["$rewindTo"] in order else len(order)
            for gone in order[at:]:
                said[gone] = (said[gone][0], True)
            order = order[:at]
            continue
        else:
            new, all_ = ([record] if "id" in record and "type" in record else None), False
        if new is None:
            continue
        if all_:
            for gone in order:
                said[f"{gone} before line {len(said)}"] = (said.pop(gone)[0], True)
            order = []
        for one in new:
            if one["id"] not in order:
                order.append(one["id"])
            said[one["id"]] = (one, False)
    talk = Talk()
    for message, dead in [said[id] for id in said if said[id][1]] + [said[id] for id in order]:
        content = message.get("content")
        parts = content if isinstance(content, list) else []
        answers = [part["functionResponse"] for part in parts if isinstance(part, dict) and "functionResponse" in part]
        if message.get("type") == "gemini":
            talk.reply()
            for call in message.get("toolCalls") or []:
                talk.call(call["id"])
                result = call.get("result")
                found = [part["functionResponse"] for part in result if "functionResponse" in part] if isinstance(result, list) else []
                for one in found:
                    talk.result(response(one), call["id"], dead, again=None if dead else call["id"])
                if isinstance(result, str):
                    talk.result(result, call["id"], dead, again=None if dead else call["id"])
        elif message.get("type") == "user" and not answers:
            talk.user()
        for answer in answers:
            talk.result(response(answer), answer["id"], dead, again=None if dead else answer["id"])
    return [talk]


def gemini_stream(records):
    talk = Talk()
    for event in records:
        kind = event.get("type")
        if kind == "message":
            talk.reply() if event["role"] == "assistant" else talk.user()
        elif kind == "tool_use":
            talk.reply()
            talk.call(event["tool_id"])
        elif kind == "tool_result":
            talk.result(event.get("output") or get(event, "error", "message"), event["tool_id"])
    return [talk]


def gemini_contents(records):
    if len(records) == 1 and isinstance(records[0], list):
        records = records[0]
    if all("parts" in one for one in records):
        records = [{"contents": records}]
    for record in records:
        talk = Talk()
        for content in record.get("contents") or record.get("history"):
            gemini(talk, content)
        yield talk


def goose(records):
    sessions = [one["conversation"] for one in records if "conversation" in one]
    for messages in sessions or [[one for one in records if "role" in one]]:
        talk = Talk()
        for message in messages:
            content = message["content"]
            results = [block for block in content if block["type"] == "toolResponse"]
            dead = get(message, "metadata", "agentVisible") is False
            if message["role"] == "assistant":
                talk.reply()
            elif not results:
                talk.user()
            for block in content:
                if block["type"] in ("toolRequest", "frontendToolRequest"):
                    talk.call(block["id"])
            for block in results:
                result = block["toolResult"]
                value = result.get("value")
                if isinstance(value, dict):
                    value = value.get("content")
                shown = value
                if isinstance(value, list):
                    # What is for the user's eyes alone is not told the model.
                    shown = [one for one in value if get(one, "annotations", "audience") != ["user"]]
                talk.result(result.get("error") if shown is None else shown, block["id"], dead)
        yield talk


def grok(records):
    talk = Talk()
    for line in records:
        kind = line.get("type")
        if kind == "assistant":
            talk.reply()
            for call in line.get("tool_calls") or []:
                talk.call(call["id"])
        elif kind == "reasoning":
            talk.reply()
        elif kind == "tool_result":
            talk.result(line.get("content"), line.get("tool_call_id"))
        elif kind == "user":
            talk.user()
    return [talk]


def hermes(records):
    whole = [one for one in records if "messages" in one or "segments" in one]
    if not whole:
        yield chats(records)
    for one in whole:
        # What is in segments is there again.
        yield chats(one["messages"])


def claw_code(records):
    """Lines with a message each, or a document of messages, of blocks whose `output` is a text."""
    talk = Talk()
    for record in records:
        for message in record.get("messages") or [record.get("message")]:
            if message is None:
                continue
            if message["role"] == "assistant":
                talk.reply()
            elif message["role"] == "user":
                talk.user()
            for block in message["blocks"]:
                if block["type"] == "tool_use":
                    talk.call(block["id"])
                elif block["type"] == "tool_result":
                    talk.result(block["output"], block["tool_use_id"])
    return [talk]


def agent_tars(records):
    """Events in an array, under `events`, or one on each line; a result's content is a text, blocks or any JSON."""
    talk = Talk()
    for record in records:
        events = record if isinstance(record, list) else record.get("events") or [record]
        for event in events:
            if event["type"] == "assistant_message":
                talk.reply()
                for call in event.get("toolCalls") or []:
                    talk.call(call["id"])
            elif event["type"] in ("user_message", "environment_input"):
                talk.user()
            elif event["type"] == "tool_result":
                content = event["content"]
                whole = isinstance(content, (str, list))
                talk.result(content if whole else json.dumps(content, ensure_ascii=False), event["toolCallId"])
    return [talk]


def kimi_cli(records):
    return [chats(records)]


def kimi_code(records):
    talk = Talk()
    for line in records:
        event = line.get("event") or {}
        if line.get("type") == "context.append_message":
            role = line["message"]["role"]
            if role == "assistant":
                chat(talk, {"role": role, "tool_calls": line["message"].get("toolCalls")})
            elif role == "tool":
                talk.result(line["message"]["content"], line["message"].get("toolCallId"))
            else:
                talk.user()
        elif event.get("type") == "step.begin":
            talk.reply(event["uuid"])
        elif event.get("type") == "tool.call":
            talk.call(event["toolCallId"])
        elif event.get("type") == "tool.result":
            talk.result(event["result"].get("output"), event["toolCallId"])
        elif line.get("type") == "context.apply_compaction":
            for one in talk.results:
                one["dead"] = True
    return [talk]


def kiro(records):
    talk = Talk()
    for line in records:
        content = get(line, "data", "content", default=[])
        if line["kind"] == "Clear":
            for one in talk.results:
                one["dead"] = True
        elif line["kind"] == "AssistantMessage":
            talk.reply()
            for block in content:
                if block["kind"] == "toolUse":
                    talk.call(block["data"]["toolUseId"])
        elif line["kind"] == "ToolResults":
            for block in content:
                blocks = block["data"]["content"]
                texts = [each["data"] for each in blocks if isinstance(each["data"], str)]
                talk.result(texts or blocks[0]["data"], block["data"]["toolUseId"])
        else:
            talk.user()
    return [talk]


def opencode(records):
    for session in records:
        talk = Talk()
        messages = session["messages"]
        ids = [one["info"]["id"] for one in messages]
        # What was undone is not sent; of what a compaction covers only its tail is.
        undone = get(session, "info", "revert", "messageID")
        end = ids.index(undone) if undone in ids else len(ids)
        tails = [part.get("tail_start_id") for one in messages[:end] for part in one["parts"] if part["type"] == "compaction"]
        first = ids.index(tails[-1]) if tails and tails[-1] in ids else 0
        for at, message in enumerate(messages):
            if message["info"]["role"] == "user":
                talk.user()
                continue
            talk.fixed = at < first or at >= end
            talk.reply(message["info"]["id"])
            for part in message["parts"]:
                if part["type"] != "tool":
                    continue
                talk.call(part["callID"])
                state = part["state"]
                interrupted = get(state, "metadata", "interrupted")
                value = get(state, "metadata", "output") if interrupted else either(state, "output", "error")
                if value is not None and not get(state, "time", "compacted"):
                    talk.result(value, part["callID"], dead=at < first or at >= end)
        yield talk


def opencode_stream(records):
    talk = Talk()
    for event in records:
        part = event.get("part", {})
        if event["type"] not in ("tool_use", "text", "reasoning"):
            continue
        talk.reply(part["messageID"])
        if event["type"] == "tool_use":
            talk.call(part["callID"])
            talk.result(either(part["state"], "output", "error"), part["callID"])
    yield talk


NO_OUTPUT = ("agent_state_changed", "null", "recall", "condensation", "user_rejected")


def openhands(records):
    runs = [one["history"] for one in records if isinstance(one, dict)] or records
    for run in runs:
        talk = main = Talk()
        events = [each for one in run for each in (one if isinstance(one, list) else [one])]
        forgotten = set()
        for event in events:
            args = event.get("args") or {}
            if event.get("action") == "condensation":
                start, end = args.get("forgotten_events_start_id"), args.get("forgotten_events_end_id")
                forgotten |= set(args.get("forgotten_event_ids") or (range(start, end + 1) if start is not None else []))
        for event in events:
            kind = event.get("observation")
            metadata = event.get("tool_call_metadata") or {}
            if kind == "delegate":
                # What an agent did that was asked is not shown the one who asked: only what came of it.
                yield talk
                talk = main
                talk.result(get(event, "extras", "outputs", "content") or event.get("content"))
            elif event.get("action") == "delegate":
                talk.reply(get(metadata, "model_response", "id"))
                talk.call(metadata.get("tool_call_id"))
                talk = Talk()
            elif event.get("action") == "message" and event.get("source", "user") == "user":
                talk.user()
            elif event.get("action") not in (None, "system", "recall", "condensation", "change_agent_state", "null"):
                talk.reply(get(metadata, "model_response", "id"))
                if event["action"] not in ("message", "finish", "think"):
                    talk.call(metadata.get("tool_call_id"))
            elif (kind or "content" in event) and kind not in NO_OUTPUT and "action" not in event:
                talk.result(event.get("content"), metadata.get("tool_call_id"), event.get("id") in forgotten)
        yield talk


def openhands_sdk(records):
    if len(records) == 1 and isinstance(records[0], list):
        records = records[0]
    talk = Talk()
    forgotten = {id for one in records for id in one.get("forgotten_event_ids") or []}
    for event in records:
        kind = event.get("kind")
        if kind == "MessageEvent":
            talk.user() if event["source"] == "user" else talk.reply(event.get("llm_response_id"))
        elif kind == "ActionEvent":
            talk.reply(event.get("llm_response_id"))
            talk.call(event["tool_call_id"])
        elif kind in ("ObservationEvent", "UserRejectObservation", "AgentErrorEvent"):
            value = get(event, "observation", "content")
            if value is None:
                value = event.get("rejection_reason") or event.get("error") or get(event, "observation", "output")
            talk.result(value, event["tool_call_id"], event["id"] in forgotten)
    return [talk]


def pi(records):
    talk = Talk()
    for line in records:
        message = line.get("message") or {}
        role = message.get("role")
        if role == "assistant":
            talk.reply(message.get("responseId"))
            for block in message["content"] if isinstance(message["content"], list) else []:
                if block["type"] == "toolCall":
                    talk.call(block["id"])
        elif role == "toolResult":
            talk.result(message["content"], message["toolCallId"])
        elif role == "bashExecution" and not message.get("excludeFromContext"):
            talk.result(message["output"])
        elif role == "user":
            talk.user()
    return [talk]


def pi_stream(records):
    return pi([line for line in records if line["type"] == "message_end"])


def qwen(records):
    talks = {}
    for line in records:
        talk = talks.setdefault(line.get("agentId"), Talk())
        for content in get(line, "systemPayload", "history", default=[]):
            gemini(talk, content)
        compressed = get(line, "systemPayload", "compressedHistory")
        if compressed:
            for one in talk.results:
                one["dead"] = True
            for content in compressed:
                gemini(talk, content)
        if line.get("type") in ("user", "assistant", "tool_result"):
            gemini(talk, line["message"])
    return talks.values()


def swe_agent(records):
    for run in records:
        for one in [*(run.get("attempts") or []), run]:
            if not one.get("history"):
                continue
            talk = Talk()
            users = 0
            for message in one["history"]:
                if message.get("is_demo"):
                    continue
                role, kind = message["role"], message.get("message_type")
                users += role == "user"
                if role == "assistant":
                    talk.reply()
                    talk.call()
                elif role == "tool" or role == "user" and talk.turn and (kind == "observation" or kind is None):
                    talk.result(message["content"])
                elif role == "user":
                    talk.user()
            yield talk


def mini_swe_agent(records):
    for run in records:
        talk = Talk()
        saved = run if isinstance(run, list) else run["messages"]
        for message in saved:
            if "role" not in message:
                for one in message.get("output") if isinstance(message.get("output"), list) and message.get("object") else [message]:
                    item(talk, one)
            elif message["role"] == "user" and talk.turn and is_output(message):
                talk.result(message["content"])
            else:
                chat(talk, message)
        yield talk


MINI_SAID = re.compile(r"<returncode>|The last command <command>|\[observation masked|Observation: ")


def is_output(message):
    """What a command has printed has a head, if it is not empty; what it submits has none, and is sent to no model."""
    head = head_of(message["content"])
    return head == "" or bool(MINI_SAID.match(head))


def head_of(content):
    return content if isinstance(content, str) else get(content, 0, "text", default="")


def vibe(records):
    return [chats(records)]


TERMINAL = ("New Terminal Output:\n", "Current terminal state:\n", "Previous response had warnings:\n", "[")


def terminus(records):
    for row in records:
        talk = Talk()
        has_reply = False
        for message in row["conversations"]:
            if message["role"] == "assistant":
                talk.reply()
                has_reply = True
            elif has_reply and message["content"].startswith(TERMINAL):
                talk.result(message["content"])
            else:
                talk.user()
        yield talk


def vscode_state(records):
    """The chat that the entries of VS Code's log leave, and the results that were in it before and no longer are."""
    chat = {"requests": []}
    for entry in records:
        if "kind" not in entry:
            return entry
        if entry["kind"] == 0:
            chat = copy.deepcopy(entry["v"])
            continue
        *path, last = entry["k"]
        place = chat
        for key in path:
            place = place[key] if isinstance(place, list) else place.setdefault(key, {})
        if entry["kind"] == 2:
            items = place.setdefault(last, []) if isinstance(place, dict) else place[last]
            del items[entry.get("i", len(items)):]
            items.extend(copy.deepcopy(entry.get("v") or []))
        elif entry["kind"] == 1:
            place[last] = copy.deepcopy(entry["v"])
        else:
            place.pop(last, None)
    return chat


def element_texts(node):
    """The texts of a prompt's element: of its leaves, in order."""
    if "text" in node:
        return [node["text"]]
    return [text for child in node.get("children", []) for text in element_texts(child)]


def vscode_answer(answer):
    """The text of a result, as one: elements and texts are rendered one after another."""
    parts = []
    for part in answer["content"]:
        if isinstance(part.get("value"), str):
            parts.append(part["value"])
        elif "node" in (part.get("value") or {}):
            parts += element_texts(part["value"]["node"])
    return "".join(parts)


def vscode_chat(records):
    talk = Talk()
    for request in vscode_state(records)["requests"]:
        talk.user()
        metadata = get(request, "result", "metadata", default={})
        summaries = [one["toolCallRoundId"] for one in [*metadata.get("summaries", []), metadata.get("summary")] if one]
        for one in metadata.get("toolCallRounds") or []:
            talk.reply()
            for call in one["toolCalls"]:
                talk.call(call["id"])
            for call in one["toolCalls"]:
                answer = metadata["toolCallResults"].get(call["id"])
                if answer:
                    talk.result(vscode_answer(answer), call["id"])
            if one["id"] in summaries:
                for result in talk.results:
                    result["dead"] = True
                talk.user()
    yield talk


def trae(records):
    """Each step's results; requests and later steps have them again. What a tool wrote and its error are two."""
    for run in records:
        talk = Talk()
        listed = [one for step in run["agent_steps"] for one in step.get("tool_results") or []]

        def give(result, is_copy):
            if is_copy and any(all(result.get(key) == one.get(key) for key in ("call_id", "result", "error")) for one in listed):
                return
            found = [result.get(key) for key in ("result", "error") if isinstance(result.get(key), str)]
            for text in [text for text in found if text] or [None]:
                talk.result(text, result.get("call_id"))

        for request in run["llm_interactions"]:
            for message in request["input_messages"]:
                if message.get("tool_result"):
                    give(message["tool_result"], True)
        for step in run["agent_steps"]:
            for message in step.get("llm_messages") or []:
                if message.get("tool_result"):
                    give(message["tool_result"], True)
                elif message.get("role") == "user" and message.get("content"):
                    talk.user()
            reply = step.get("llm_response")
            made = get(reply, "tool_calls") or step.get("tool_calls") or []
            if reply or made:
                talk.reply()
            for call in made:
                talk.call(call.get("call_id"))
            for result in step.get("tool_results") or []:
                give(result, False)
        yield talk
