#!/usr/bin/env bash
# json_repair 0.64.6 takes a text with several values, and makes a list of them. A value of the form of the one before it (its members, and the
# types of what is in them) takes that one's place, as if it were a later state of it. So of a conversation in lines, a record a message,
# the last line is left, though each of them is sound; with a record of another form between, the last of each run is. `from_file` and
# the command do so too, exit code 0; the log, for which one has to ask, says "There were no more elements". An array keeps all.
# Seen, of two questions and two answers: "lines 1, file 1, command 1; an id in the second 3; array without its end 4".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet json-repair==0.64.6
cat >try.py <<'PY'
import json
import subprocess

import json_repair

texts = ['Which fruit?', 'Pears.', 'Which tree?', 'The old one.']
messages = [{'role': ('user', 'assistant')[place % 2], 'content': text} for place, text in enumerate(texts)]


def lines(values):
    return ''.join(json.dumps(value) + '\n' for value in values)


def left(value):
    found = [message['content'] for message in (value if isinstance(value, list) else [value])]
    assert found[-1] == texts[-1] and set(found) <= set(texts)
    return len(found)


with open('conversation.jsonl', 'w') as file:
    file.write(lines(messages))
command = subprocess.run(['venv/bin/json_repair', 'conversation.jsonl'], check=True, capture_output=True, text=True).stdout
other = [{**message, 'id': 1} if place == 1 else message for place, message in enumerate(messages)]
print(f'lines {left(json_repair.loads(lines(messages)))}, file {left(json_repair.from_file("conversation.jsonl"))}, '
      f'command {left(json.loads(command))}; an id in the second {left(json_repair.loads(lines(other)))}; '
      f'array without its end {left(json_repair.loads(json.dumps(messages)[:-1]))}')
PY
seen=$(venv/bin/python try.py)
echo "$seen"
[ "$seen" = 'lines 1, file 1, command 1; an id in the second 3; array without its end 4' ]
