"""Judges trajectories by the models of their authors. Prints one JSON object: accepted, and refused with the reason."""

import json
import pathlib
import sys

from harbor.models.trajectories import Trajectory
from pydantic import ValidationError


def main(folder: str) -> None:
    accepted, refused = 0, {}
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        try:
            Trajectory.model_validate_json(path.read_bytes())
            accepted += 1
        except ValidationError as error:
            refused[str(path.relative_to(folder))] = str(error)
    print(json.dumps({"accepted": accepted, "refused": refused}))


if __name__ == "__main__":
    main(sys.argv[1])
