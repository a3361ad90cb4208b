/**
 * The libraries that write these formats load what comes out of a compaction, and see as many masked results as it
 * has. They are Python's: ELISION_LOADERS names a folder that has a virtual environment of each (CONTRIBUTING.md says
 * how to make it); one that is not there is skipped by name.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures/", import.meta.url));

/** A program that loads the file that it is given and prints its tool results, an array of texts. */
interface Loader {
  readonly fixtures: readonly string[];
  readonly script: string;
}

const LOADERS: Readonly<Record<string, Loader>> = {
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
  "strands-agents": {
    fixtures: ["bedrock/session.json"],
    script: `
from strands import Agent
from strands.types.session import SessionMessage
messages = [SessionMessage.from_dict({"message": each, "message_id": 0}).to_message()
            for each in json.load(open(path))["messages"]]
agent = Agent(messages=messages)
texts = [json.dumps(block["toolResult"], ensure_ascii=False)
         for message in agent.messages for block in message["content"] if "toolResult" in block]
`,
  },
};

const OPTIONS = ["--window", "1", "--min-gain", "1", "--keep-errors", "none"];

describe.each(Object.entries(LOADERS))("%s", (name, { fixtures, script }) => {
  const python = join(process.env.ELISION_LOADERS ?? "", name, "bin/python");
  const isThere = process.env.ELISION_LOADERS !== undefined && existsSync(python);
  const title = isThere
    ? "loads what comes out of %s"
    : "loads what comes out of %s (no ELISION_LOADERS)";
  it.skipIf(!isThere).each(fixtures)(title, { timeout: 120_000 }, async (fixture) => {
    const folder = folderWith({ [basename(fixture)]: readFileSync(join(FIXTURES, fixture)) });
    const file = join(folder, basename(fixture));
    const report = ["-i", "--no-archive", "--report", "json", ...OPTIONS];
    const { stderr } = await elision([...report, file]);
    const { totals } = JSON.parse(stderr);
    expect(totals.maskedCount).toBeGreaterThan(0);
    const program = join(folder, "load.py");
    writeFileSync(
      program,
      `import json, os, sys\nsys.stdout = sys.stderr\npath = sys.argv[1]${script}os.write(1, json.dumps(texts).encode())\n`,
    );
    const stdio = ["ignore", "pipe", "ignore"] as const;
    const printed = execFileSync(python, [program, file], { encoding: "utf8", stdio: [...stdio] });
    const texts = JSON.parse(printed) as string[];
    const masked = texts.filter((text) => text.includes("[observation masked")).length;
    expect(masked).toBeGreaterThanOrEqual(totals.maskedCount);
    // A loader may keep what is no longer sent, of which more was masked.
    expect(masked).toBeLessThanOrEqual(totals.maskedCount + (totals.deadMaskedCount ?? 0));
  });
});
