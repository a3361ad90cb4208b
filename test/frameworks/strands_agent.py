"""Strands Agents: the messages that a session manager keeps in files, joined to lines by their numbers."""

import json
import tempfile
from pathlib import Path

from provider import PIXEL, run, seen_on, weights_on
from strands import Agent, tool
from strands.models.openai import OpenAIModel
from strands.session.file_session_manager import FileSessionManager
from strands.types.session import SessionMessage

IMAGE = {"image": {"format": "png", "source": {"bytes": PIXEL}}}


@tool
def look(shelf: str) -> str:
    """Looks at a shelf."""
    return seen_on(shelf)


@tool
def picture(shelf: str) -> dict:
    """Takes a picture."""
    return {"status": "success", "content": [{"text": "As seen:"}, IMAGE]}


@tool
def weigh(shelf: str) -> dict:
    """Weighs what is on a shelf."""
    return {"status": "success", "content": [{"json": weights_on(shelf)}]}


def manager(folder):
    return FileSessionManager(session_id="s", storage_dir=folder)


def agent(provider, folder):
    model = OpenAIModel(client_args={"base_url": provider.url + "/v1", "api_key": "k"}, model_id="m")
    about = {"agent_id": "a", "system_prompt": "You count.", "callback_handler": None}
    return Agent(model=model, tools=[look, picture, weigh], session_manager=manager(folder), **about)


def save(provider, path):
    with tempfile.TemporaryDirectory() as folder:
        made = agent(provider, folder)
        made([{"text": "Count the bolts."}, IMAGE])
        made("And again?")
        files = sorted(Path(folder).rglob("message_*.json"), key=lambda file: int(file.stem.split("_")[1]))
        with open(path, "w") as lines:
            for file in files:
                lines.write(json.dumps(json.loads(file.read_text())) + "\n")


def go_on(provider, path):
    with tempfile.TemporaryDirectory() as folder:
        agent(provider, folder)
        saved = manager(folder)
        for line in open(path):
            saved.create_message("s", "a", SessionMessage.from_dict(json.loads(line)))
        agent(provider, folder)("Go on.")


run(save, go_on)
