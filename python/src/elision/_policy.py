"""The options of ``elision pipe`` that say what is masked, under the program's own names."""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence, TypedDict, Union

Size = Union[int, str]
"""A number, or one such as ``"20k"`` or ``"1.5M"``."""
Globs = Union[str, Sequence[str]]


class Policy(TypedDict, total=False):
    """Keyword arguments; each is the program's option of that name, ``keep_tool`` for ``--keep-tool``.

    A switch is True, or False for its ``--no-`` form; an option that may be given again takes a list.
    """

    window: Size
    window_unit: str
    every: Size
    count_task: bool
    trigger: Size
    target: Size
    min_savings: Size
    min_gain: int
    size_unit: str
    reasoning: str
    binding: str
    keep_errors: str
    error_signs: str
    keep_last_per_tool: Size
    keep_tool: Globs
    only_tool: Globs
    exempt: bool
    keep_path: Globs
    keep_ref: Globs
    keep_first: Size
    keep_dead: bool
    keep_larger: Size
    keep_orphans: bool
    keep_task: bool
    masking: bool
    first_sight: Size
    dedupe: bool
    stale_reads: bool
    read_tool: Globs
    edit_tool: Globs
    redundant: bool
    collapse_failures: bool
    clamp: Size
    keep_images: Size
    keep_thinking: Size
    shrink_inputs: Size
    max_input_chars: Size
    max_input_tokens: Size
    tokenizer: str
    max_observation_chars: Size
    placeholder: str
    summary_max_chars: Size
    summary_style: str
    summarize_after: int
    preset: str
    policy_file: str
    side_copies: str
    format_module: Globs
    profile: str
    config: Union[str, bool]


def options_of(policy: Mapping[str, Any]) -> List[str]:
    """The options as the program takes them; ``None`` leaves one out."""
    options: List[str] = []
    for name, value in policy.items():
        option = name.replace("_", "-")
        if value is None:
            continue
        if isinstance(value, bool):
            options.append(f"--{option}" if value else f"--no-{option}")
        elif isinstance(value, (str, int, float)):
            options.append(f"--{option}={value}")
        elif isinstance(value, (list, tuple)):
            options.extend(f"--{option}={each}" for each in value)
        else:
            raise TypeError(f"{name}: expected a text, a number, a bool or a list (got {value!r})")
    return options
