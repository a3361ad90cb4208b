"""Pydantic AI: a message history, as `all_messages_json()` has it."""

from provider import PIXEL, run, seen_on, weights_on
from pydantic_ai import Agent, BinaryContent, ModelRetry, ToolReturn
from pydantic_ai.messages import ModelMessagesTypeAdapter
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider


def agent(provider, wire):
    model = OpenAIChatModel if wire == "chat" else OpenAIResponsesModel
    made = Agent(
        model("m", provider=OpenAIProvider(base_url=provider.url + "/v1", api_key="k")),
        system_prompt="You count bolts.",
    )

    @made.tool_plain(retries=5)
    def look(shelf: str) -> str:
        try:
            return seen_on(shelf)
        except ValueError as error:
            raise ModelRetry(str(error)) from error

    @made.tool_plain
    def picture(shelf: str):
        return ["As seen:", BinaryContent(PIXEL, media_type="image/png")]

    @made.tool_plain
    def weigh(shelf: str):
        return ToolReturn(return_value=weights_on(shelf), metadata={"scale": "new"})

    return made


def save(provider, path, wire):
    prompt = ["Count the bolts.", BinaryContent(PIXEL, media_type="image/png")]
    result = agent(provider, wire).run_sync(prompt)
    result = agent(provider, wire).run_sync("And again?", message_history=result.all_messages())
    with open(path, "wb") as file:
        file.write(result.all_messages_json())


def go_on(provider, path, wire):
    with open(path, "rb") as file:
        history = ModelMessagesTypeAdapter.validate_json(file.read())
    agent(provider, wire).run_sync("Go on.", message_history=history)


run(save, go_on)
