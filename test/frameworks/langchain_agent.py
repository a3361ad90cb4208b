"""LangChain's agents: their messages, by `dumps`, `messages_to_dict` or `model_dump`, of each of its clients for OpenAI."""

import json

from langchain.agents import create_agent
from langchain.agents.middleware import wrap_tool_call
from langchain_core.load import dumps, load
from langchain_core.messages import ToolMessage, convert_to_messages, messages_from_dict, messages_to_dict
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from provider import PNG, run, seen_on, weights_on

IMAGE = {"type": "image", "base64": PNG, "mime_type": "image/png"}


@tool
def look(shelf: str) -> str:
    """Looks at a shelf."""
    return seen_on(shelf)


@tool
def picture(shelf: str) -> list:
    """Takes a picture."""
    return [{"type": "text", "text": "As seen:"}, IMAGE]


@tool
def weigh(shelf: str) -> dict:
    """Weighs what is on a shelf."""
    return weights_on(shelf)


@wrap_tool_call
def as_results(request, handler):
    try:
        return handler(request)
    except ValueError as error:
        call = request.tool_call
        return ToolMessage(str(error), tool_call_id=call["id"], name=call["name"], status="error")


def say(provider, wire, messages, content):
    about = {"use_responses_api": wire != "chat", "output_version": "v1" if wire == "v1" else None}
    model = ChatOpenAI(base_url=provider.url + "/v1", api_key="k", model="m", **about)
    agent = create_agent(model, [look, picture, weigh], system_prompt="You count.", middleware=[as_results])
    return agent.invoke({"messages": [*messages, {"role": "user", "content": content}]})["messages"]


def save(provider, path, shape, wire):
    messages = say(provider, wire, [], [{"type": "text", "text": "Count the bolts."}, IMAGE])
    messages = say(provider, wire, messages, "And again?")
    with open(path, "w") as file:
        if shape == "lc":
            file.write(dumps(messages))
        elif shape == "dict":
            json.dump(messages_to_dict(messages), file)
        else:
            json.dump({"messages": [each.model_dump() for each in messages]}, file)


def go_on(provider, path, shape, wire):
    with open(path) as file:
        saved = json.load(file)
    if shape == "lc":
        messages = load(saved, allowed_objects="all")
    else:
        messages = messages_from_dict(saved) if shape == "dict" else convert_to_messages(saved["messages"])
    say(provider, wire, messages, "Go on.")


run(save, go_on)
