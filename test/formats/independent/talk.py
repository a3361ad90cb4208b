"""A conversation as far as a window needs it: its replies, their calls, and the results in order."""

import json
import re


class Talk:
    """Turns are counted as docs/formats.md and the papers do: a reply of the model with what answers it."""

    def __init__(self):
        self.turn = 0
        self.tool_turns = set()
        self.results = []
        self.open = False
        self.id = None
        self.calls = set()
        self.fixed = False

    def user(self):
        self.open = False

    def reply(self, id=None):
        goes_on = self.open if id is None else id == self.id
        if self.turn == 0 or not goes_on:
            self.turn += 1
        self.id, self.open = id, True

    def call(self, id=None):
        if self.turn and not self.fixed:
            self.tool_turns.add(self.turn)
        self.calls.add(id)

    def result(self, value, id=None, dead=False, again=None):
        """A result as it is saved: a text, texts in blocks, any JSON. `again` names one that may be there twice."""
        if not dead and self.turn and (id is None or id not in self.calls):
            self.tool_turns.add(self.turn)
        self.open = False
        one = {"turn": self.turn, "texts": texts(value), "dead": dead, "again": again, "media": has_media(value)}
        if again is not None:
            for at, other in enumerate(self.results):
                if other["again"] == again:
                    self.results[at] = {**one, "turn": other["turn"]}
                    return
        self.results.append(one)

    def report(self):
        """Each result: its text, and whether it is in the newest turn with a call."""
        newest = max(self.tool_turns, default=0)
        return [
            {
                "texts": one["texts"],
                "isOutside": one["dead"] or one["turn"] < newest,
                "hasMedia": one["media"],
            }
            for one in self.results
        ]


def texts(value):
    """The texts of a result: of JSON that is neither text nor blocks, the JSON."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return [value["text"]]
    if isinstance(value, list) and all(isinstance(block, (dict, str)) for block in value):
        found = [block if isinstance(block, str) else block_text(block) for block in value]
        if all(text is not None for text in found):
            return [text for text in found if text != ""]
    return [json.dumps(value, ensure_ascii=False, separators=(",", ":"))]


MEDIA = re.compile(r"image|document|audio|file|resource|blob|media|binary")


def block_text(block):
    """The text of a block; of one with an image, empty; of what is no block, none."""
    resource = block.get("resource")
    if isinstance(resource, dict):
        return resource.get("text") or ""
    for key in ("text", "content", "value"):
        if isinstance(block.get(key), str) and block.get("type") not in ("image", "resource"):
            return block[key]
    kind = str(block.get("type", next(iter(block), "")))
    return "" if MEDIA.search(kind) or kind == "tool_reference" else None


def has_media(value):
    """Whether there is an image in the blocks of a result: with the text it is taken out."""
    blocks = value if isinstance(value, list) else []
    return any(isinstance(one, dict) and ("image" in one or "image" in str(one.get("type"))) for one in blocks)


def get(value, *path, default=None):
    """A value below a path of keys."""
    for key in path:
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and -len(value) <= key < len(value):
            value = value[key]
        else:
            return default
    return default if value is None else value


def parsed(value):
    """JSON that a string holds; anything else as it is."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
