"""The OpenAI Agents SDK: the items of a session, or the state of a run that waits for an approval."""

import asyncio
import json

from agents import Agent, Runner, RunState, SQLiteSession, ToolOutputImage, ToolOutputText
from agents import OpenAIChatCompletionsModel, OpenAIResponsesModel, function_tool, set_tracing_disabled
from openai import AsyncOpenAI
from provider import IMAGE_URL, run, seen_on, weights_on

set_tracing_disabled(True)


def agent(provider, wire):
    @function_tool
    def look(shelf: str) -> str:
        return seen_on(shelf)

    @function_tool
    def picture(shelf: str):
        return [ToolOutputText(text="As seen:"), ToolOutputImage(image_url=IMAGE_URL)]

    @function_tool(needs_approval=wire == "state")
    def weigh(shelf: str) -> dict:
        return weights_on(shelf)

    client = AsyncOpenAI(base_url=provider.url + "/v1", api_key="k")
    model = OpenAIChatCompletionsModel if wire == "chat" else OpenAIResponsesModel
    return Agent(name="counter", instructions="You count.", tools=[look, picture, weigh], model=model("m", client))


async def saved(provider, path, wire):
    made = agent(provider, wire)
    if wire == "state":
        result = await Runner.run(made, "Count the bolts.")
        with open(path, "w") as file:
            json.dump(result.to_state().to_json(), file)
        return
    session = SQLiteSession("s")
    await Runner.run(made, "Count the bolts.", session=session)
    await Runner.run(made, "And again?", session=session)
    with open(path, "w") as file:
        for item in await session.get_items():
            file.write(json.dumps(item) + "\n")


async def gone_on(provider, path, wire):
    made = agent(provider, wire)
    with open(path) as file:
        if wire == "state":
            state = await RunState.from_json(made, json.load(file))
            for each in state.get_interruptions():
                state.approve(each)
            await Runner.run(made, state)
            return
        session = SQLiteSession("s")
        await session.add_items([json.loads(line) for line in file])
    await Runner.run(made, "Go on.", session=session)


run(
    lambda provider, path, wire: asyncio.run(saved(provider, path, wire)),
    lambda provider, path, wire: asyncio.run(gone_on(provider, path, wire)),
)
