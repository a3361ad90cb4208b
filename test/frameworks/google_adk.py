"""Google's ADK: a session, in camel or in snake case."""

import asyncio
import json
import os

from provider import PIXEL, run, seen_on, weights_on


def look(shelf: str) -> str | dict:
    """Looks at a shelf."""
    try:
        return seen_on(shelf)
    except ValueError as error:
        return {"error": str(error)}


def picture(shelf: str) -> dict:
    """Takes a picture."""
    return {"shelf": shelf, "seen": "A picture of it. " * 5}


def weigh(shelf: str) -> dict:
    """Weighs what is on a shelf."""
    return weights_on(shelf)


class Shop:
    def __init__(self, provider):
        os.environ.update(GOOGLE_API_KEY="k", GOOGLE_GEMINI_BASE_URL=provider.url)
        from google.adk.agents import LlmAgent
        from google.adk.runners import Runner
        from google.adk.sessions import InMemorySessionService

        agent = LlmAgent(
            **{"name": "counter", "model": "gemini-2.5-flash", "instruction": "You count bolts."},
            tools=[look, picture, weigh],
        )
        self.sessions = InMemorySessionService()
        self.runner = Runner(agent=agent, app_name="shop", session_service=self.sessions)

    async def session(self):
        return await self.sessions.create_session(app_name="shop", user_id="u", session_id="s")

    async def say(self, *parts):
        from google.genai import types

        message = types.Content(role="user", parts=list(parts))
        async for _ in self.runner.run_async(user_id="u", session_id="s", new_message=message):
            pass


async def saved(provider, path, case):
    shop = Shop(provider)
    from google.genai.types import Part

    await shop.session()
    await shop.say(Part(text="Count the bolts."), Part.from_bytes(data=PIXEL, mime_type="image/png"))
    await shop.say(Part(text="And again?"))
    session = await shop.sessions.get_session(app_name="shop", user_id="u", session_id="s")
    with open(path, "w") as file:
        file.write(session.model_dump_json(by_alias=case == "camel", exclude_none=case == "camel"))


async def gone_on(provider, path, _):
    shop = Shop(provider)
    from google.adk.sessions import Session
    from google.genai.types import Part

    with open(path) as file:
        old = Session.model_validate(json.load(file))
    session = await shop.session()
    for event in old.events:
        await shop.sessions.append_event(session, event)
    await shop.say(Part(text="Go on."))


run(
    lambda provider, path, case: asyncio.run(saved(provider, path, case)),
    lambda provider, path, case: asyncio.run(gone_on(provider, path, case)),
)
