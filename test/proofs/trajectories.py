"""Judges trajectories by the models of their authors and of two others, and imports them by atif-make.

Prints one JSON object: how many are accepted by all and come out of the import with their steps, and the others with the reason.
"""

import contextlib
import io
import json
import pathlib
import sys

import atif
from atif_make.cli import main as atif_make
from harbor.models.trajectories import Trajectory
from nat.atif.trajectory import Trajectory as NatTrajectory
from pydantic import ValidationError

MODELS = {"harbor": Trajectory, "atif": atif.Trajectory, "nvidia-nat-atif": NatTrajectory}


def steps_of(trajectory: dict) -> list:
    """Who said what, and which calls with which results."""
    return [
        (
            step["source"],
            step["message"],
            [(call["function_name"], call["arguments"]) for call in step.get("tool_calls") or []],
            [result.get("content") for result in (step.get("observation") or {}).get("results", [])],
        )
        for step in trajectory["steps"]
    ]


def imported(path: pathlib.Path) -> dict:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        if atif_make(["convert", str(path), "--json"]) not in (0, None):
            raise ValueError("atif-make refuses it")
    return json.loads(output.getvalue())


def judge(path: pathlib.Path) -> None:
    """Raises ValueError for a trajectory that a model refuses or that the import changes."""
    text = path.read_bytes()
    for name, model in MODELS.items():
        try:
            model.model_validate_json(text)
        except ValidationError as error:
            raise ValueError(f"{name}: {error}") from error
    if steps_of(imported(path)) != steps_of(json.loads(text)):
        raise ValueError("the import by atif-make has other steps")


def main(folder: str) -> None:
    accepted, refused = 0, {}
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        try:
            judge(path)
            accepted += 1
        except ValueError as error:
            refused[str(path.relative_to(folder))] = str(error)
    print(json.dumps({"accepted": accepted, "refused": refused}))


if __name__ == "__main__":
    main(sys.argv[1])
