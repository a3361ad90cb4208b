"""What frameworks, benchmarks and APIs save, and traces of them."""

import json
import re

from shapes import any_shape, blocks, chat, chats, either, flat, gemini, item, messages_of, part, response, sealed, vercel
from talk import Talk, get, parsed


def conversations(records, key="messages"):
    """Rows and documents hold a conversation each; else each line is a message."""
    if len(records) == 1 and isinstance(records[0], list):
        rows = records[0]
        return rows if rows and isinstance(rows[0], dict) and key in rows[0] else [{key: rows}]
    if any(key in one for one in records):
        return [one for one in records if isinstance(one, dict) and key in one]
    return [{key: records}]


def talks_of(records, read, key="messages"):
    for row in conversations(records, key):
        talk = Talk()
        for message in parsed(row[key]):
            if isinstance(message, dict):
                read(talk, message)
        yield talk


def adk(records):
    sessions = [one for one in records if "events" in one] or [{"events": records}]
    for session in sessions:
        talk = Talk()
        events = session["events"]
        gone = set()
        for at, event in enumerate(events):
            actions = event.get("actions") or {}
            to = actions.get("rewindBeforeInvocationId")
            if to:
                first = next(i for i, one in enumerate(events) if one.get("invocationId") == to)
                gone |= set(range(first, at))
            span = actions.get("compaction")
            if span:
                gone |= {i for i, one in enumerate(events) if span["startTimestamp"] <= one["timestamp"] <= span["endTimestamp"]}
        for at, event in enumerate(events):
            content = event.get("content") or {}
            if at in gone:
                for one in content.get("parts") or []:
                    answer = either(one, "functionResponse", "function_response")
                    talk.result(response(answer), dead=True) if answer else None
                continue
            gemini(talk, content)
        yield talk


def autogen(records):
    if len(records) == 1 and isinstance(records[0], list):
        records = records[0]
    if len(records) == 1 and isinstance(records[0], dict) and "llm_context" not in records[0] and "agent_states" not in records[0]:
        records = records[0].get("messages", records)
    if isinstance(records[0], dict) and ("llm_context" in records[0] or "agent_states" in records[0]):
        for state in records:
            yield from autogen_state(state)
        return
    if any(message["type"] == "UserMessage" for message in records):
        yield from autogen_state({"llm_context": {"messages": records}})
        return
    talk = Talk()
    for message in records:
        kind = message["type"]
        if kind in ("ThoughtEvent", "ToolCallRequestEvent") or kind == "TextMessage" and message["source"] != "user":
            talk.reply()
        elif kind in ("TextMessage", "MultiModalMessage"):
            talk.user()
        for one in message["content"] if isinstance(message["content"], list) else []:
            if kind == "ToolCallRequestEvent":
                talk.call(one["id"])
            elif kind == "ToolCallExecutionEvent":
                talk.result(one["content"], one["call_id"])
    yield talk


def autogen_state(state):
    for other in (state.get("agent_states") or {}).values():
        yield from autogen_state(other.get("agent_state") or other)
    if "llm_context" not in state:
        return
    talk = Talk()
    for message in state["llm_context"]["messages"]:
        if message["type"] == "AssistantMessage":
            talk.reply()
            for call in message["content"] if isinstance(message["content"], list) else []:
                talk.call(call["id"])
        elif message["type"] == "FunctionExecutionResultMessage":
            for one in message["content"]:
                talk.result(one["content"], one["call_id"])
        elif message["type"] == "UserMessage":
            talk.user()
    yield talk


# Agent Framework, _sessions.py: a line a message, or a session; a result's items are sent, its text only without them.
def agent_framework(records):
    if len(records) == 1 and "state" in records[0]:
        records = next(each["messages"] for each in records[0]["state"].values())
    talk = Talk()
    for message in records:
        if message["role"] == "assistant":
            talk.reply()
        elif message["role"] == "user":
            talk.user()
        for content in message["contents"]:
            if content["type"] == "function_call":
                talk.call(content["call_id"])
            elif content["type"] == "function_result":
                talk.result(content.get("items") or content["result"], content["call_id"])
    yield talk


def bedrock(records):
    return talks_of(records, converse)


# Strands Agents, types/session.py: SessionMessage.to_message gives the redacted message where there is one.
def strands(records):
    yield from bedrock([each.get("redact_message") or each["message"] for each in records])


def converse(talk, message):
    content = message["content"]
    results = [block["toolResult"] for block in content if "toolResult" in block]
    if message["role"] == "assistant":
        talk.reply()
    elif not results:
        talk.user()
    for block in content:
        if "toolUse" in block:
            talk.call(block["toolUse"]["toolUseId"])
    for result in results:
        value = result["content"]
        whole = all("json" not in one for one in value)
        talk.result(value if whole else json.dumps(value, ensure_ascii=False), result["toolUseId"])


def crewai(records):
    for output in records:
        for task in output.get("tasks_output") or [output]:
            yield chats(task["messages"])


def letta(records):
    for saved in records:
        for agent in saved["agents"]:
            talk = Talk()
            shown = agent.get("in_context_message_ids")
            for message in agent["messages"]:
                dead = bool(shown) and message["id"] not in shown
                if message["role"] in ("assistant", "approval") and message.get("tool_calls"):
                    talk.reply()
                    for call in message["tool_calls"]:
                        talk.call(call["id"])
                elif message["role"] == "assistant":
                    talk.reply()
                elif message["role"] == "tool":
                    returns = message.get("tool_returns") or []
                    for one in returns:
                        talk.result(one.get("func_response"), one.get("tool_call_id"), dead)
                    if not returns:
                        talk.result(message["content"], message.get("tool_call_id"), dead)
                elif message["role"] == "user":
                    talk.user()
            yield talk


def inspect_ai(records):
    for log in records:
        for sample in log.get("samples") or [log]:
            talk = Talk()
            for message in sample["messages"]:
                if message["role"] == "assistant":
                    talk.reply()
                    for call in message.get("tool_calls") or []:
                        talk.call(call["id"])
                elif message["role"] == "tool":
                    error = message.get("error")
                    value = error["message"] if error else message["content"]
                    shared = isinstance(value, str) and re.fullmatch(r"(attachment|tc)://\w+", value)
                    talk.result(None if shared else value, message.get("tool_call_id"))
                elif message["role"] == "user":
                    talk.user()
            yield talk


def atif(records):
    for record in records:
        talk = Talk()
        for step in record["steps"]:
            if step["source"] == "agent":
                talk.reply()
                for call in step.get("tool_calls") or []:
                    talk.call(call["tool_call_id"])
            elif step["source"] == "user":
                talk.user()
            for result in get(step, "observation", "results", default=[]):
                talk.result(result.get("content"), result.get("source_call_id"))
        yield talk
        yield from atif(record.get("subagent_trajectories") or [])


def langchain(records):
    def read(talk, message):
        name = message["id"][-1].removesuffix("Message").removesuffix("MessageChunk").lower()
        flat(talk, {**message["kwargs"], "type": name})

    return talks_of(records, read)


def langchain_dict(records):
    return talks_of(records, lambda talk, message: flat(talk, {**message["data"], "type": message["type"]}))


def langchain_flat(records):
    return talks_of(records, flat)


def responses(records):
    if all(isinstance(one, dict) and "input" in one for one in records):
        records = [{"input": [*one["input"], *(one.get("output") or [])]} for one in records]
    return talks_of(records, item, "input")


def runstate(records):
    for state in records:
        talk = Talk()
        given = either(state, "original_input", "originalInput")
        for one in given if isinstance(given, list) else []:
            item(talk, one)
        for one in either(state, "generated_items", "generatedItems") or []:
            item(talk, either(one, "raw_item", "rawItem") or {})
        yield talk


def pydantic_ai(records):
    def read(talk, message):
        kinds = [one["part_kind"] for one in message["parts"]]
        if message["kind"] == "response":
            talk.reply()
        elif not {"tool-return", "retry-prompt"} & set(kinds):
            talk.user()
        for one in message["parts"]:
            if one["part_kind"] in ("tool-call", "builtin-tool-call"):
                talk.call(one["tool_call_id"])
            elif one["part_kind"] in ("tool-return", "builtin-tool-return"):
                talk.result(one["content"], one["tool_call_id"])
            elif one["part_kind"] == "retry-prompt" and one.get("tool_name"):
                talk.result(one["content"], one["tool_call_id"])

    return talks_of(records, read)


def session_trace(records):
    talk = Talk()
    for line in records:
        if line.get("type") == "message":
            message = line["message"]
            chat(talk, {**message, "tool_calls": message.get("toolCalls"), "tool_call_id": message.get("toolCallId")})
    return [talk]


def sharegpt(records):
    rows = records[0] if isinstance(records[0], list) else records
    for row in rows:
        talk = Talk()
        for turn in row["conversations"]:
            kind = turn["from"]
            if kind in ("gpt", "function_call", "assistant", "bing"):
                talk.reply()
                if kind == "function_call" or "<tool_call>" in turn["value"]:
                    talk.call()
            elif kind in ("observation", "tool", "function_response"):
                talk.result(turn["value"])
            elif kind in ("human", "user"):
                talk.user()
        yield talk


def smolagents(records):
    steps = records[0] if isinstance(records[0], list) else records
    if isinstance(steps[0], dict) and "steps" in steps[0]:
        steps = steps[0]["steps"]
    talk = Talk()
    for step in steps:
        if "task" in step:
            talk.user()
        if "step_number" not in step:
            continue
        talk.reply()
        for call in step.get("tool_calls") or []:
            talk.call(call["id"])
        value = step.get("observations")
        talk.result(get(step, "error", "message") if value is None else value)
    return [talk]


def tau(records):
    rows = records[0] if isinstance(records[0], list) else records
    for row in rows:
        talk = Talk()
        for message in row["traj"]:
            content = message.get("content")
            if message["role"] == "user" and isinstance(content, str) and content.startswith(("API output: ", "[observation masked")):
                talk.result(content)
            else:
                chat(talk, message)
                if message["role"] == "assistant" and content and "\nAction:" in content and '"respond"' not in content:
                    talk.call()
        yield talk


def agentdojo(records):
    """Its pipelines send the `error` of a result, and its content if there is none."""
    for run in records:
        talk = Talk()
        for message in run["messages"]:
            if message["role"] == "tool":
                content = message["content"]
                blocks = [one["content"] for one in content] if isinstance(content, list) else content
                talk.result(message.get("error") or blocks, message["tool_call_id"])
            elif message["role"] == "assistant":
                talk.reply()
                for call in message.get("tool_calls") or []:
                    talk.call(call["id"])
            elif message["role"] == "user":
                talk.user()
        yield talk


def fast_agent(records):
    """MCP's results, by the ids of the calls."""
    for history in records:
        talk = Talk()
        for message in history["messages"]:
            if message["role"] == "assistant":
                talk.reply()
                for call in message.get("tool_calls") or {}:
                    talk.call(call)
            elif message["role"] == "user":
                if message["content"]:
                    talk.user()
                for call, result in (message.get("tool_results") or {}).items():
                    talk.result(result["content"], call)
        yield talk


def tau2(records):
    runs = [one for record in records for one in (record.get("simulations") or [record])]
    for run in runs:
        talk = Talk()
        # The user that is played has tools of its own.
        user = Talk()
        for message in run.get("messages") or ticks(run):
            if message["role"] == "assistant":
                talk.reply()
                user.user()
            elif message["role"] == "user":
                user.reply()
                talk.user()
            for call in message.get("tool_calls") or []:
                (user if message["role"] == "user" else talk).call(call["id"])
            results = message.get("tool_messages") or ([message] if message["role"] == "tool" else [])
            for result in results:
                (user if result.get("requestor") == "user" else talk).result(result["content"], result["id"])
        yield talk
        yield user


def ticks(run):
    for tick in run.get("ticks") or []:
        for chunk in (tick.get("agent_chunk"), tick.get("user_chunk")):
            if chunk:
                yield chunk
        for who, role in (("agent", "assistant"), ("user", "user")):
            if tick.get(f"{who}_tool_calls"):
                yield {"role": role, "tool_calls": tick[f"{who}_tool_calls"]}
            for result in tick.get(f"{who}_tool_results") or []:
                yield {**result, "role": "tool"}


def vercel_model(records):
    return talks_of(records, vercel)


def vercel_ui(records):
    def read(talk, message):
        if message["role"] == "user":
            talk.user()
            return
        talk.reply()
        step = 0
        for one in message.get("parts") or [{"toolInvocation": run} for run in message.get("toolInvocations") or []]:
            run = one.get("toolInvocation") or (one if "toolCallId" in one else None)
            if one.get("type") == "step-start" or run and run.get("step", step) != step:
                talk.open = False
                talk.reply()
            if run is None:
                continue
            step = run.get("step", step)
            talk.call(run["toolCallId"])
            value = either(run, "output", "errorText", "result")
            if isinstance(value, str):
                talk.result(value, run["toolCallId"])
            elif value is not None and not sealed(value):
                talk.result(json.dumps(value, ensure_ascii=False), run["toolCallId"])
            talk.open = True

    return talks_of(records, read)


HEADERS = re.compile(
    r"OBSERVATION:\n|<returncode>|Observation: |EXECUTION RESULT of \[|\[\w+ for '|\[observation masked|The output of the OS:"
)
COMMAND = re.compile(r"<function=|```\n[^`]*\n```\s*$")


def head_of(content):
    return content if isinstance(content, str) else get(content, 0, "text", default="")


def plain(records):
    """Agents without tool calls: what the user says after a reply is a result if it has the header of one."""
    speakers = {"human": "user", "gpt": "assistant"}

    def read(talk, message):
        if "from" in message:
            message = {"role": speakers.get(message["from"], message["from"]), "content": message["value"]}
        if message["role"] == "user" and talk.turn and HEADERS.match(head_of(message["content"])):
            talk.result(message["content"])
        else:
            chat(talk, message)

    key = "conversations" if any("conversations" in one for one in records) else "messages"
    return talks_of(records, read, key)


def swe_smith(records):
    """The same where a reply that asks for something has a function, or ends in a block of code."""

    def read(talk, message):
        if message["role"] == "assistant":
            talk.reply()
            talk.asked = COMMAND.search(message["content"])
            if talk.asked:
                talk.call()
        elif message["role"] == "user" and talk.turn and talk.asked:
            talk.result(message["content"])
        elif message["role"] == "user":
            talk.user()

    return talks_of(records, read)


def openhands_logs(records):
    for record in records:
        messages = parsed(either(record, "messages", "input"))
        if any(one.get("role") == "tool" or one.get("type") == "function_call_output" for one in messages):
            talk = Talk()
            for one in messages:
                item(talk, one) if "type" in one else chat(talk, one)
        else:
            talk = next(iter(swe_smith([{"messages": messages}])))
        for choice in get(record, "response", "choices", default=[]):
            if "<function=" in str(choice["message"].get("content")):
                talk.reply()
                talk.call()
            chat(talk, choice["message"])
        for one in get(record, "response", "output", default=[]):
            item(talk, one)
        yield talk


def huggingface(records):
    def read(talk, message):
        if message["role"] == "ai":
            talk.reply()
            talk.call()
        elif message["role"] == "user" and "text" in message and talk.turn:
            talk.result(message["text"])
        elif message["role"] == "user" and talk.turn and HEADERS.match(head_of(message["content"])):
            talk.result(message["content"])
        else:
            chat(talk, message)

    rows = records[0] if isinstance(records[0], list) else records
    for row in rows:
        yield from talks_of([{"messages": row.get("trajectory") or row["messages"]}], read)


def otel(records):
    if isinstance(records[0], list):
        records = records[0]
    if all("parts" in one for one in records):
        yield from talks_of(records, part)
        return
    for record in records:
        for span in spans_of(record):
            names = attributes(span)
            talk = Talk()
            for name in ("gen_ai.input.messages", "gen_ai.output.messages", "pydantic_ai.all_messages"):
                for message in messages_of(names.get(name)):
                    part(talk, message)
            yield talk


def spans_of(record):
    if isinstance(record, list):
        return [span for one in record for span in spans_of(one)]
    if "resourceSpans" in record:
        return [span for one in record["resourceSpans"] for scope in one["scopeSpans"] for span in scope["spans"]]
    if isinstance(record.get("data"), list):
        return spans_of(record["data"])
    return [record]


def attributes(span):
    """The attributes of a span by their dotted names, however they were nested."""
    found = {}

    def add(name, value):
        if isinstance(value, dict):
            for key, one in value.items():
                add(f"{name}.{key}" if name else key, one)
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for at, one in enumerate(value):
                add(f"{name}.{at}", one)
            found[name] = value
        else:
            found[name] = value

    saved = span.get("attributes")
    if isinstance(saved, list):
        saved = {one["key"]: next((v for v in one["value"].values() if v is not None), None) for one in saved}
    columns = {key.removeprefix("attributes."): one for key, one in span.items() if key.startswith("attributes.")}
    add("", saved or columns)
    return found


MESSAGE = re.compile(r"llm\.(input|output)_messages\.(\d+)\.message\.(.*)")


def openinference(records):
    for span in [span for record in records for span in spans_of(record)]:
        names = attributes(span)
        talk = Talk()
        sent = {}
        for name, value in names.items():
            found = MESSAGE.fullmatch(name)
            if found:
                sent.setdefault((found[1] == "output", int(found[2])), {})[found[3]] = value
        for _, message in sorted(sent.items()):
            role = message.get("role")
            if role in ("assistant", "model", "tool-call"):
                talk.reply()
            elif role in ("user", "human"):
                talk.user()
            if role in ("tool", "tool-response", "function"):
                texts = [v for k, v in message.items() if k == "content" or re.fullmatch(r"contents\.\d+\.message_content\.text", k)]
                for text in texts:
                    talk.result(text, message.get("tool_call_id"))
            for key, value in message.items():
                if re.fullmatch(r"tool_calls\.\d+\.tool_call\.id", key):
                    talk.call(value)
        request = parsed(names.get("gcp.vertex.agent.llm_request") or "{}")
        for content in request.get("contents") or []:
            gemini(talk, content)
        reply = get(parsed(names.get("gcp.vertex.agent.llm_response") or "{}"), "content")
        if reply and request.get("contents"):
            gemini(talk, reply)
        yield talk


def langfuse(records):
    runs = [one for record in records for one in observations(record)]
    talks = []
    runs.sort(key=lambda one: either(one, "startTime", "start_time") or "")
    for one in runs:
        if one.get("type") != "GENERATION":
            continue
        talk = Talk()
        for side in ("input", "output"):
            for message in messages_of(one.get(side)):
                any_shape(talk, message)
        talks.append(talk)
    if not any(talk.results for talk in talks):
        # Prompts without results: the runs of tools are all that there is of them.
        talk = Talk()
        for one in runs:
            if one.get("type") == "TOOL" and one.get("output") is not None:
                talk.reply()
                talk.call(one["id"])
                talk.result(one["output"], one["id"])
        talks.append(talk)
    return talks


def observations(record):
    items = record if isinstance(record, list) else record.get("observations") or record.get("data") or [record]
    return [one for item in items for one in (item.get("observations") or [item])]


def anthropic(records):
    return talks_of(records, blocks)


def openai_chat(records):
    return talks_of(records, chat)


def wrapped_chat(records):
    """Lists of messages wherever a record keeps them; a `prompt` goes on in its `completion`."""
    for record in records:
        value = parsed(record)
        if isinstance(value, list) and any(get(one, "role") for one in value):
            talk = Talk()
            for message in value:
                any_shape(talk, message)
            yield talk
        elif isinstance(get(value, "prompt"), list) and isinstance(get(value, "completion"), list):
            yield from wrapped_chat([value["prompt"] + value["completion"]])
        elif isinstance(value, (dict, list)):
            inner = value.values() if isinstance(value, dict) else value
            yield from wrapped_chat([one for one in inner if isinstance(parsed(one), (dict, list)) and one is not get(value, "response")])


def browser_use(records):
    for run in records:
        talk = Talk()
        for step in run["history"]:
            if step["model_output"]:
                talk.reply()
                for _ in step["model_output"]["action"]:
                    talk.call()
            for result in step["result"]:
                text = either(result, "extracted_content", "error")
                if text is not None:
                    talk.result("" if result.get("is_done") else text)
        yield talk
