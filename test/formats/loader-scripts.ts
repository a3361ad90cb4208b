/** Programs of Python that load a file with the library that writes its format, or reads it. */

/** A program that loads the file that it is given and prints its tool results, an array of texts. */
export interface Loader {
  readonly fixtures: readonly string[];
  readonly script: string;
}

/** By the package of PyPI that they need. `path` is the file, `texts` what they find. */
export const LOADERS: Readonly<Record<string, Loader>> = {
  "agent-client-protocol": {
    fixtures: ["acp/log.jsonl"],
    script: `
from acp.schema import SessionNotification, ToolCallProgress, ToolCallStart
texts = []
for line in open(path):
    saved = json.loads(line)
    if saved.get("method") != "session/update":
        continue
    update = SessionNotification.model_validate(saved["params"]).update
    if isinstance(update, (ToolCallStart, ToolCallProgress)):
        texts.extend(each.content.text for each in update.content or [] if each.type == "content" and each.content.type == "text")
`,
  },
  "hermes-agent": {
    fixtures: ["hermes/export.jsonl"],
    script: `
import pathlib
home = os.path.join(os.path.dirname(path), "home")
os.makedirs(home, exist_ok=True)
os.environ["HERMES_HOME"] = home
from hermes_state import SessionDB
database = SessionDB(pathlib.Path(home, os.path.basename(path) + str(os.path.getsize(path)) + ".db"))
said = database.import_sessions([json.loads(line) for line in open(path)])
assert said["ok"] and not said["errors"], said
texts = [str(message["content"]) for id in said["imported_ids"] for message in database.get_messages(id)
         if message["role"] == "tool"]
`,
  },
  "kimi-cli": {
    fixtures: ["kimi-cli/context.jsonl"],
    script: `
import asyncio, pathlib
from kimi_cli.soul.context import Context
context = Context(pathlib.Path(path))
assert asyncio.run(context.restore())
texts = [str(message.content) for message in context.history if message.role == "tool"]
`,
  },
  langgraph: {
    fixtures: ["langchain/dumps.json", "langchain-dict/history.json", "langchain-flat/state.json"],
    // Through the state of a graph, as its checkpointer saves it and gives it back.
    script: `
from langchain_core.load import load
from langchain_core.messages import convert_to_messages, messages_from_dict
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import MessagesState, StateGraph
saved = json.load(open(path))
if isinstance(saved, dict):
    messages = convert_to_messages(saved["messages"])
else:
    messages = load(saved, allowed_objects="all") if "lc" in saved[0] else messages_from_dict(saved)
builder = StateGraph(MessagesState)
builder.add_node("rest", lambda state: {})
builder.set_entry_point("rest")
graph = builder.compile(checkpointer=MemorySaver())
config = {"configurable": {"thread_id": "1"}}
graph.update_state(config, {"messages": [each for each in messages if getattr(each, "type", each) != "remove"]})
texts = [str(each.content) for each in graph.get_state(config).values["messages"] if each.type == "tool"]
`,
  },
  "mini-swe-agent": {
    fixtures: ["mini-swe-agent/v1.traj.json", "mini-swe-agent/v2.traj.json"],
    script: `
import pathlib
os.environ["MSWEA_SILENT_STARTUP"] = "1"
from minisweagent.run.utilities.inspector import TrajectoryInspector
inspector = TrajectoryInspector([pathlib.Path(path)])
inspector._load_current_trajectory()
assert inspector.steps
texts = [json.dumps(message, ensure_ascii=False) for step in inspector.steps for message in step]
`,
  },
  "mistral-vibe": {
    fixtures: ["mistral-vibe/messages.jsonl"],
    script: `
from vibe.core.types import LLMMessage
messages = [LLMMessage.model_validate_json(line) for line in open(path)]
texts = [str(message.content) for message in messages if message.role == "tool"]
`,
  },
  "openhands-sdk": {
    fixtures: ["openhands-sdk/events.jsonl"],
    // What this version of the SDK refuses it refuses as it was: fields and kinds of other versions.
    script: `
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
import openhands.tools.file_editor, openhands.tools.terminal
from openhands.sdk.event import Event
texts = []
for line in open(path):
    try:
        texts.append(Event.model_validate_json(line).model_dump_json())
    except ValueError:
        texts.extend(["refused", line])
assert texts.count("refused") < len(texts) / 3
`,
  },
  smolagents: {
    fixtures: ["smolagents/result.json"],
    script: `
from smolagents.memory import ActionStep, Timing
from smolagents.monitoring import AgentLogger
from smolagents.utils import AgentError
from smolagents.models import ChatMessage
texts = []
for saved in json.load(open(path))["steps"]:
    if "step_number" not in saved:
        continue
    timing = {key: value for key, value in saved["timing"].items() if key != "duration"}
    error = AgentError(saved["error"]["message"], AgentLogger()) if saved["error"] else None
    step = ActionStep(step_number=saved["step_number"], error=error, timing=Timing(**timing), observations=saved["observations"],
                      model_input_messages=[ChatMessage.from_dict(each) for each in saved["model_input_messages"]])
    texts.extend(str(each.content) for each in step.to_messages())
`,
  },

  "autogen-agentchat": {
    fixtures: ["autogen/agent.json"],
    script: `
import asyncio
from autogen_core.model_context import UnboundedChatCompletionContext
context = UnboundedChatCompletionContext()
asyncio.run(context.load_state(json.load(open(path))["llm_context"]))
state = {"llm_context": asyncio.run(context.save_state())}
texts = [result["content"] for message in state["llm_context"]["messages"]
         if message["type"] == "FunctionExecutionResultMessage" for result in message["content"]]
`,
  },
  "arize-phoenix": {
    fixtures: ["openinference/otlp.jsonl"],
    // OTLP's JSON has ids as hexadecimal digits, where Protocol Buffers' own has base 64.
    script: `
import base64
from google.protobuf.json_format import ParseDict
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
from phoenix.trace.otel import decode_otlp_span
def based(span):
    ids = {"traceId": 32, "spanId": 16, "parentSpanId": 16}
    based = {key: base64.b64encode(bytes.fromhex(span[key].zfill(n))).decode() for key, n in ids.items() if key in span}
    return {**span, **based}
texts = []
for line in open(path):
    saved = json.loads(line)
    for scope in [scope for each in saved["resourceSpans"] for scope in each["scopeSpans"]]:
        scope["spans"] = [based(span) for span in scope["spans"]]
    for span in [span for each in ParseDict(saved, TracesData()).resource_spans for scope in each.scope_spans for span in scope.spans]:
        for each in decode_otlp_span(span).attributes.get("llm", {}).get("input_messages", []):
            if each["message"].get("role") == "tool":
                texts.append(json.dumps(each["message"], ensure_ascii=False))
`,
  },
  crewai: {
    fixtures: ["crewai/crew.json"],
    script: `
from crewai.crews.crew_output import CrewOutput
output = CrewOutput.model_validate(json.load(open(path)))
texts = [message["content"] for task in output.tasks_output for message in task.messages if message["role"] == "tool"]
`,
  },
  datasets: {
    fixtures: ["huggingface/tool-calls.jsonl"],
    script: `
os.environ["HF_HUB_OFFLINE"] = "1"
import datasets
rows = datasets.load_dataset("json", data_files=path, split="train", cache_dir=os.path.join(os.path.dirname(path), "cache"))
texts = [message["content"] for row in rows for message in row["trajectory"] if message["role"] == "tool"]
`,
  },
  "google-adk": {
    fixtures: ["adk/session.json"],
    script: `
from google.adk.sessions import Session
session = Session.model_validate(json.load(open(path)))
texts = [json.dumps(part.function_response.response, ensure_ascii=False)
         for event in session.events if event.content for part in event.content.parts if part.function_response]
`,
  },
  "inspect-ai": {
    fixtures: ["eval/parts.eval"],
    script: `
from inspect_ai.log import read_eval_log
texts = [message.error.message if message.error else message.text
         for sample in read_eval_log(path).samples for message in sample.messages if message.role == "tool"]
`,
  },
  letta: {
    fixtures: ["letta/agent.af"],
    script: `
from letta.schemas.agent_file import AgentFileSchema
saved = AgentFileSchema.model_validate(json.load(open(path)))
texts = []
for message in [message for agent in saved.agents for message in agent.messages]:
    found = [each.func_response for each in message.tool_returns or []]
    if message.role == "tool":
        found = found or [block.text for block in message.content]
        texts.extend(str(text) for text in found if text)
`,
  },
  "openai-agents": {
    fixtures: ["openai-agents-runstate/python.json"],
    script: `
import asyncio
from agents import Agent, RunState
state = json.load(open(path))
run = asyncio.run(RunState.from_json(Agent(name=state["current_agent"]["name"]), state))
given = run._original_input if isinstance(run._original_input, list) else []
items = [*given, *(item.raw_item for item in run._generated_items)]
plain = [item if isinstance(item, dict) else item.model_dump() for item in items]
texts = [json.dumps(item.get("output") or item.get("result"), ensure_ascii=False, default=str) for item in plain]
`,
  },
  "pydantic-ai-slim": {
    fixtures: ["pydantic-ai/messages.json"],
    script: `
from pydantic_ai.messages import ModelMessagesTypeAdapter
messages = ModelMessagesTypeAdapter.validate_json(open(path, "rb").read())
texts = [str(part.content) for message in messages for part in message.parts
         if part.part_kind in ("tool-return", "builtin-tool-return", "retry-prompt")]
`,
  },
  teich: {
    fixtures: [
      "claude-code/session.jsonl",
      "codex/rollout.jsonl",
      "droid/session.jsonl",
      "hermes/export.jsonl",
      "pi/version-3.jsonl",
      "session-trace/session.jsonl",
    ],
    script: `
from pathlib import Path
from teich import convert_traces_to_training_data
texts = [message["content"] for example in convert_traces_to_training_data(Path(path))
         for message in example["messages"] if message["role"] == "tool"]
`,
  },
  "agent-framework-core": {
    fixtures: ["agent-framework/history.jsonl", "agent-framework/session.json"],
    script: `
import asyncio, warnings
from pathlib import Path
warnings.filterwarnings("ignore")
from agent_framework import AgentSession, FileHistoryProvider
if path.endswith(".jsonl"):
    history = FileHistoryProvider(Path(path).parent)
    messages = asyncio.run(history.get_messages(Path(path).stem))
else:
    messages = AgentSession.from_dict(json.load(open(path))).state["in_memory"]["messages"]
texts = ["".join(item.text or "" for item in content.items) for message in messages
         for content in message.contents if content.type == "function_result"]
`,
  },
  "strands-agents": {
    fixtures: ["bedrock/session.json", "strands/messages.jsonl"],
    // Messages alone, and those that a session manager saved in a folder and loads from it.
    script: `
from strands import Agent
from strands.session.file_session_manager import FileSessionManager
from strands.types.session import SessionMessage
if path.endswith(".jsonl"):
    folder = path + str(os.path.getsize(path))
    def manager():
        return FileSessionManager(session_id="s", storage_dir=folder)
    first = manager()
    Agent(agent_id="a", session_manager=first)
    for line in open(path):
        first.create_message("s", "a", SessionMessage.from_dict(json.loads(line)))
    agent = Agent(agent_id="a", session_manager=manager())
else:
    messages = [SessionMessage.from_dict({"message": each, "message_id": 0}).to_message()
                for each in json.load(open(path))["messages"]]
    agent = Agent(messages=messages)
texts = [json.dumps(block["toolResult"], ensure_ascii=False)
         for message in agent.messages for block in message["content"] if "toolResult" in block]
`,
  },
};
