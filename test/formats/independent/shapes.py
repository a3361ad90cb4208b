"""Messages as the APIs of providers have them, which many formats share."""

from talk import Talk, get, parsed


def chat(talk, message):
    """Chat completions: `tool_calls` (or `function_call`), and results of role `tool`; or messages of other roles for both."""
    role = message.get("role")
    if role == "assistant":
        talk.reply()
        for call in [*(message.get("tool_calls") or []), *get(message, "additional_kwargs", "tool_calls", default=[])]:
            talk.call(parsed(call).get("id"))
        if message.get("function_call"):
            talk.call()
    elif role in ("tool_call", "function_call"):
        talk.reply()
        talk.call()
    elif role in ("tool", "function", "observation", "tool_response", "ipython") and get(message, "content", "type") != "function":
        talk.result(message.get("content"), message.get("tool_call_id"))
    elif role == "user":
        talk.user()


def chats(messages):
    talk = Talk()
    for message in messages:
        if isinstance(message, dict):
            chat(talk, message)
    return talk


RESULT_BLOCKS = ("tool_result", "mcp_tool_result", "web_search_tool_result", "code_execution_tool_result")


def blocks(talk, message, reply=None, dead=False, where="content"):
    """Anthropic's messages: `tool_use`, and `tool_result` in messages of the user."""
    content = message.get(where)
    is_reply = message.get("role") in ("assistant", "model")
    if is_reply:
        talk.reply(reply)
    elif message.get("role") == "user":
        talk.user()
    for block in content if isinstance(content, list) else []:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
            talk.call(block.get("id"))
        elif kind in RESULT_BLOCKS and not sealed(block.get("content")):
            talk.result(block.get("content"), block.get("tool_use_id"), dead)


def sealed(value):
    """Whether a result holds something encrypted, which its provider wants back as it is."""
    return isinstance(value, list) and any("encrypted_content" in one or "encryptedContent" in one for one in value if isinstance(one, dict))


def gemini(talk, content):
    """Gemini's contents: `functionCall` and `functionResponse` in `parts`, whatever the role says."""
    parts = content.get("parts") or []
    answers = [either(part, "functionResponse", "function_response") for part in parts]
    if content.get("role") == "model":
        talk.reply()
    elif not any(answers):
        talk.user()
    for part, answer in zip(parts, answers):
        call = either(part, "functionCall", "function_call")
        if call:
            talk.call(call.get("id") or call.get("name"))
        # What the user grants goes to the framework, not to the model.
        if answer and not str(answer.get("name")).startswith("adk_request_"):
            talk.result(response(answer), answer.get("id") or answer.get("name"))


def either(value, *keys):
    return next((value[key] for key in keys if isinstance(value, dict) and value.get(key) is not None), None)


def response(answer):
    """What a function gave: the one text that is in it under a usual name, else all of it."""
    value = answer.get("response")
    if not isinstance(value, dict):
        return value
    kept = {key: one for key, one in value.items() if one is not None}
    if len(kept) == 1:
        key, one = next(iter(kept.items()))
        if key in ("output", "error", "result", "content") and isinstance(one, str):
            return one
    return value


def item(talk, one, reply=None):
    """An item of the Responses API: `function_call`, `function_call_output`, tools of the provider's own."""
    kind, id = one.get("type"), either(one, "call_id", "callId")
    if kind in (None, "message"):
        talk.reply(reply) if one.get("role") == "assistant" else talk.user() if one.get("role") == "user" else None
    elif kind == "reasoning":
        talk.reply(reply)
    elif kind in ("function_call_output", "custom_tool_call_output", "local_shell_call_output"):
        talk.result(one.get("output"), id)
    elif kind == "function_call_result":
        output = one.get("output")
        talk.result(output.get("text") if get(output, "type") == "text" else output, id)
    elif kind == "shell_call_output":
        talk.result([each[stream] for each in one["output"] for stream in ("stdout", "stderr")], id)
    elif kind in ("function_call", "custom_tool_call", "program", "local_shell_call", "shell_call", "computer_call", "apply_patch_call"):
        talk.reply(reply)
        talk.call(id)
    elif kind == "mcp_call":
        talk.reply(reply)
        talk.call(one.get("id"))
        talk.result(either(one, "output", "error"), one.get("id"))
    elif kind == "file_search_call":
        talk.reply(reply)
        talk.call(one.get("id"))
        talk.result([each["text"] for each in one.get("results") or []], one.get("id"))
    elif kind == "code_interpreter_call":
        talk.reply(reply)
        talk.call(one.get("id"))
        talk.result([{**each, "text": each.get("logs", "")} for each in one.get("outputs") or []], one.get("id"))
    elif kind == "apply_patch_call_output":
        talk.result(one.get("output"), id)
    elif isinstance(one.get("result"), str) and kind.endswith("_output"):
        talk.result(one["result"], id)


def part(talk, message):
    """OpenTelemetry's messages: `tool_call` and `tool_call_response` in `parts`."""
    parts = message.get("parts") or []
    results = [one for one in parts if one.get("type") in ("tool_call_response", "server_tool_call_response")]
    if message.get("role") in ("assistant", "model"):
        talk.reply()
    elif not results:
        talk.user()
    for one in parts:
        if one.get("type") in ("tool_call", "server_tool_call"):
            talk.call(one.get("id"))
        elif one.get("type") == "tool_call_response":
            talk.result(either(one, "response", "result"), one.get("id"))


def any_shape(talk, message):
    """A message of whichever shape, for traces, which keep what was sent."""
    content = message.get("content")
    kind = message.get("type")
    if "toolCallId" in message and kind is None:
        talk.reply()
        talk.call(message["toolCallId"])
    elif "parts" in message:
        known = any("functionCall" in p or "functionResponse" in p or "text" in p and "type" not in p for p in message["parts"])
        gemini(talk, message) if known else part(talk, message)
    elif kind in ("human", "ai", "system") and "role" not in message or kind == "tool" and "tool_call_id" in message:
        flat(talk, message)
    elif kind is not None and "role" not in message or kind in ("function_call", "function_call_output"):
        item(talk, message)
    elif isinstance(content, list) and any(get(b, "type") in ("tool-call", "tool-result") for b in content):
        vercel(talk, message)
    elif isinstance(content, list) and any(get(b, "type") in ("tool_use", "tool_result") for b in content):
        blocks(talk, message)
    else:
        chat(talk, message)


def vercel(talk, message):
    """Model messages of the Vercel AI SDK: `tool-call`, `tool-result` with an `output` (a `result` in version 4)."""
    role = message.get("role")
    if role == "assistant":
        talk.reply()
    elif role == "user":
        talk.user()
    content = message.get("content")
    for block in content if isinstance(content, list) else []:
        if block.get("type") == "tool-call":
            talk.call(block.get("toolCallId"))
        elif block.get("type") == "tool-result":
            output = block.get("output")
            value = either(output, "value", "reason") if isinstance(output, dict) and "type" in output else output
            talk.result(block.get("result") if output is None else value, block.get("toolCallId"))


def flat(talk, message):
    """LangChain's messages: `type` is human, ai, tool or function; results may be in OpenAI's or Anthropic's words."""
    kind = message.get("type")
    if kind in ("ai", "AIMessageChunk"):
        talk.reply()
        for call in message.get("tool_calls") or []:
            talk.call(call.get("id"))
        for call in get(message, "additional_kwargs", "tool_calls", default=[]):
            talk.call(call.get("id"))
        if get(message, "additional_kwargs", "function_call"):
            talk.call()
    elif kind in ("tool", "function"):
        talk.result(message.get("content"), message.get("tool_call_id"))
    elif kind == "human":
        talk.user()


def messages_of(value):
    """The messages that a value holds, which may be JSON in a string."""
    value = parsed(value)
    if isinstance(value, dict):
        for key in ("messages", "input", "contents", "history"):
            if isinstance(value.get(key), (list, str)):
                return messages_of(value[key])
        if isinstance(value.get("args"), list) and isinstance(value.get("kwargs"), dict):
            given = [one for one in [*value["args"], *value["kwargs"].values()] if not isinstance(one, str)]
            return [message for one in given for message in messages_of(one)]
        return [value] if either(value, "role", "type", "toolCallId") else []
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
