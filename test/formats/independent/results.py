"""Finds every tool result in saved sessions without elision, by readers of its own: one a format, after its source.

    echo '[{"format":"amp","file":"thread.json"}]' | python3 test/formats/independent/results.py

Each line of stdin is an array of files. Of each file it prints the results of each conversation, in order: their texts,
and whether they are older than the newest turn with a call; a line for a line. independent.test.ts holds elision against
them.
"""

import json
import sys

import agents as a
import frameworks as f

READERS = {
    "acp": a.acp, "adk": f.adk, "agent-framework": f.agent_framework, "agentdojo": f.agentdojo, "amp": a.amp,
    "anthropic": f.anthropic,
    "antigravity": a.antigravity, "atif": f.atif,
    "autogen": f.autogen, "bedrock": f.bedrock, "browser-use": f.browser_use, "chat-message": f.openai_chat, "claude-code": a.claude_code,
    "claude-managed": a.claude_managed, "claude-stream-json": a.claude_stream, "claude-web": a.claude_code, "claw-code": a.claw_code, "agent-tars": a.agent_tars,
    "cline": a.cline, "codex": a.codex, "codex-exec-json": a.codex_exec, "continue": a.continue_, "copilot": a.copilot,
    "crewai": f.crewai, "cursor": a.cursor, "cursor-stream-json": a.cursor_stream,
    "droid": a.droid, "droid-stream-json": a.droid_stream,
    "fast-agent": f.fast_agent, "gemini-cli": a.gemini_cli, "gemini-contents": a.gemini_contents, "gemini-stream-json": a.gemini_stream,
    "goose": a.goose, "grok-build": a.grok, "hermes": a.hermes, "huggingface": f.huggingface,
    "inspect-ai": f.inspect_ai, "kimi-cli": a.kimi_cli, "kimi-code": a.kimi_code, "kiro": a.kiro,
    "langchain": f.langchain,
    "langchain-dict": f.langchain_dict, "langchain-flat": f.langchain_flat, "langfuse": f.langfuse, "letta": f.letta,
    "mini-swe-agent": a.mini_swe_agent, "mistral-vibe": a.vibe, "openai-agents-runstate": f.runstate,
    "openai-chat": f.openai_chat, "openai-responses": f.responses, "opencode": a.opencode, "opencode-stream-json": a.opencode_stream,
    "openhands": a.openhands,
    "openhands-llm-logs": f.openhands_logs, "openhands-sdk": a.openhands_sdk, "openinference": f.openinference,
    "otel": f.otel, "pi": a.pi, "pi-stream-json": a.pi_stream, "plain": f.plain, "pydantic-ai": f.pydantic_ai, "qwen-code": a.qwen,
    "session-trace": f.session_trace, "sharegpt": f.sharegpt, "smolagents": f.smolagents, "strands": f.strands,
    "swe-agent": a.swe_agent,
    "swe-smith": f.swe_smith, "tau-bench": f.tau, "tau2-bench": f.tau2, "terminus": a.terminus, "trae": a.trae,
    "vercel-model": f.vercel_model,
    "vercel-ui": f.vercel_ui, "vscode-chat": a.vscode_chat, "wrapped-chat": f.wrapped_chat,
}


def records_of(file):
    """The one JSON document of a file, or its lines; those that are no JSON are left out."""
    with open(file, "rb") as stream:
        text = stream.read().decode("utf-8-sig", "replace")
    try:
        return [json.loads(text)]
    except ValueError:
        pass
    found = []
    for line in text.split("\n"):
        try:
            found.append(json.loads(line))
        except ValueError:
            pass
    return [one for one in found if isinstance(one, (dict, list))]


def main():
    for line in sys.stdin:
        said = []
        for asked in json.loads(line):
            talks = READERS[asked["format"]](records_of(asked["file"]))
            said.append([talk.report() for talk in talks])
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
