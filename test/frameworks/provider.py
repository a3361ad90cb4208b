"""A provider on loopback: chat completions, OpenAI's Responses and Gemini's contents.

It asks for tools as its steps say, one step a reply, and then answers in words. `asked` has the requests.
"""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Of each reply the tools that it calls: several at once, one that fails, one with arguments that it does not take.
STEPS = [
    [("look", {"shelf": "a"}), ("look", {"shelf": "b"}), ("picture", {"shelf": "a"})],
    [("look", {"shelf": "none"})],
    [("look", {"shelve": 1})],
    [("weigh", {"shelf": "d"}), ("look", {"shelf": "c"})],
]

# A picture of one pixel.
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PIXEL = base64.b64decode(PNG)
IMAGE_URL = "data:image/png;base64," + PNG


def seen_on(shelf):
    """What the tool `look` answers, if it does."""
    if shelf == "none":
        raise ValueError("there is no shelf none. " + "It was looked for on every wall. " * 4)
    return "\n".join(f"{shelf} {at} bolts" for at in range(20))


def weights_on(shelf):
    return {"shelf": shelf, "weights": list(range(40))}


class Provider:
    def __init__(self, steps=STEPS):
        self.steps = list(steps)
        self.asked = []
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                kind, text = provider.answer(self.path, body)
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}"

    def answer(self, path, body):
        self.asked.append(body)
        count = len(self.asked)
        step = self.steps.pop(0) if self.steps else []
        calls = [(f"call_{count}_{at}", name, args) for at, (name, args) in enumerate(step)]
        wire = gemini if "enerateContent" in path else responses if "/responses" in path else chat
        whole = json.dumps(wire(count, calls))
        if "stream" in path:
            return "text/event-stream", f"data: {whole}\n\n"
        if wire is chat and body.get("stream"):
            return "text/event-stream", streamed(json.loads(whole))
        return "application/json", whole


def chat(count, calls):
    message = {"role": "assistant", "content": "Looking on." if calls else f"Done, {count}."}
    if calls:
        message["tool_calls"] = [
            {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
            for id, name, args in calls
        ]
    reason = "tool_calls" if calls else "stop"
    return {
        **{"id": f"chatcmpl-{count}", "object": "chat.completion", "created": 1, "model": "m"},
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
    }


def streamed(whole):
    """A chat completion as a stream of two chunks."""
    [choice] = whole["choices"]
    calls = [{**call, "index": at} for at, call in enumerate(choice["message"].get("tool_calls", []))]
    delta = {**choice["message"], "tool_calls": calls or None}
    chunks = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}], "usage": None},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]},
    ]
    texts = [json.dumps({**whole, "object": "chat.completion.chunk", **each}) for each in chunks]
    return "".join(f"data: {text}\n\n" for text in [*texts, "[DONE]"])


def responses(count, calls):
    summary = [{"type": "summary_text", "text": f"Thinking, {count}."}]
    output = [{"type": "reasoning", "id": f"rs_{count}", "summary": summary, "encrypted_content": f"sealed {count}"}]
    for id, name, args in calls:
        call = {"type": "function_call", "id": f"fc_{id}", "call_id": id, "name": name, "status": "completed"}
        output.append({**call, "arguments": json.dumps(args)})
    if not calls:
        text = {"type": "output_text", "text": f"Done, {count}.", "annotations": [], "logprobs": []}
        said = {"type": "message", "id": f"msg_{count}", "role": "assistant", "status": "completed"}
        output.append({**said, "content": [text]})
    usage = {
        **{"input_tokens": 100, "output_tokens": 5, "total_tokens": 105},
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    return {
        **{"id": f"resp_{count}", "object": "response", "created_at": 1, "model": "m", "status": "completed"},
        **{"output": output, "usage": usage, "tools": [], "tool_choice": "auto", "parallel_tool_calls": True},
        **{"error": None, "incomplete_details": None, "instructions": None, "metadata": {}},
    }


def gemini(count, calls):
    parts = [{"text": f"Thinking, {count}.", "thought": True}]
    for at, (id, name, args) in enumerate(calls):
        signature = {"thoughtSignature": "U0lH"} if at == 0 else {}
        parts.append({"functionCall": {"id": id, "name": name, "args": args}, **signature})
    if not calls:
        parts.append({"text": f"Done, {count}."})
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 5, "totalTokenCount": 105},
        "modelVersion": "gemini-2.5-flash",
    }


def texts_in(content):
    """The text of a result: a string, or that of its blocks."""
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)


def results_in(request):
    """The tool results that a request brings, in order."""
    found = [texts_in(each["content"]) for each in request.get("messages", []) if each["role"] == "tool"]
    items = request.get("input", [])
    for each in items if isinstance(items, list) else []:
        if each.get("type", "").endswith("call_output"):
            found.append(texts_in(each["output"]))
    parts = [part for content in request.get("contents", []) for part in content["parts"]]
    for part in parts:
        if "functionResponse" in part:
            found.append(json.dumps(part["functionResponse"]["response"], ensure_ascii=False))
    return found


def run(save, go_on):
    """Runs a script: `save FILE`, which records a session, or `go FILE`, which prints the results it is continued with."""
    import sys

    mode, path, *wire = sys.argv[1:]
    out, sys.stdout = sys.stdout, sys.stderr
    provider = Provider(STEPS if mode == "save" else [])
    (save if mode == "save" else go_on)(provider, path, *wire)
    if mode == "go":
        json.dump(results_in(provider.asked[0]), out)
