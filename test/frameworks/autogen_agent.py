"""AutoGen: the state of an agent, or of a team."""

import asyncio
import json

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import TextMentionTermination
from autogen_agentchat.messages import MultiModalMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import Image
from autogen_ext.models.openai import OpenAIChatCompletionClient
from provider import PNG, run, seen_on, weights_on


def look(shelf: str) -> str:
    """Looks at a shelf."""
    return seen_on(shelf)


def picture(shelf: str) -> str:
    """Takes a picture."""
    return "A picture of it. " * 5


def weigh(shelf: str) -> dict:
    """Weighs what is on a shelf."""
    return weights_on(shelf)


def made(provider, kind):
    client = OpenAIChatCompletionClient(model="gpt-4o", base_url=provider.url + "/v1", api_key="k")
    about = {"max_tool_iterations": 6, "system_message": "You count."}
    agent = AssistantAgent("counter", model_client=client, tools=[look, picture, weigh], **about)
    return agent if kind == "agent" else RoundRobinGroupChat([agent], termination_condition=TextMentionTermination("Done"))


async def saved(provider, path, kind):
    agent = made(provider, kind)
    prompt = ["Count the bolts.", Image.from_base64(PNG)]
    await agent.run(task=[MultiModalMessage(content=prompt, source="user")])
    await agent.run(task="And again?")
    with open(path, "w") as file:
        json.dump(await agent.save_state(), file)


async def gone_on(provider, path, kind):
    agent = made(provider, kind)
    with open(path) as file:
        await agent.load_state(json.load(file))
    await agent.run(task="Go on.")


run(
    lambda provider, path, kind: asyncio.run(saved(provider, path, kind)),
    lambda provider, path, kind: asyncio.run(gone_on(provider, path, kind)),
)
