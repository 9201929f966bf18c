#!/usr/bin/env bash
# claude-converter 1.9.0 makes messages for training of a session. Claude Code writes the results of parallel calls in the order in which the
# calls ended, each with the id of its call. The messages have neither the ids of the calls nor those of the results, and keep the order
# of the file: two calls side by side, and below them their results in another order, with nothing that says whose each is. Two calls of
# one tool have each other's output for whoever reads them in order.
# Seen, of `sleep 1; echo slow` and `echo fast`: "calls slow, fast; results fast, slow; ids none".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-converter==1.9.0
cat >try.py <<'PY'
import json
import re

from claude_converter import Converter


def record(number, parent, kind, content, **more):
    message = {'role': kind, 'content': content, **more}
    return {'parentUuid': parent and uuid(parent), 'uuid': uuid(number), 'isSidechain': False, 'type': kind, 'message': message,
            'sessionId': uuid(9), 'cwd': '/srv/app', 'version': '2.1.330', 'timestamp': f'2026-05-01T10:00:0{number}.000Z'}


def uuid(number):
    return f'00000000-0000-4000-8000-{number:012}'


def call(name, command):
    return [{'type': 'tool_use', 'id': f'toolu_{name}', 'name': 'Bash', 'input': {'command': command}}]


def result(name):
    return [{'type': 'tool_result', 'tool_use_id': f'toolu_{name}', 'content': name, 'is_error': False}]


answer = {'id': 'msg_1', 'type': 'message', 'model': 'claude-opus-5-5', 'stop_reason': 'tool_use'}
records = [record(1, None, 'user', 'Run both'), record(2, 1, 'assistant', call('slow', 'sleep 1; echo slow'), **answer),
           record(3, 2, 'assistant', call('fast', 'echo fast'), **answer), record(4, 3, 'user', result('fast')),
           record(5, 2, 'user', result('slow'))]
with open('session.jsonl', 'w') as file:
    file.write(''.join(json.dumps(each, separators=(',', ':')) + '\n' for each in records))
text = '\n'.join(message['content'] for message in Converter().session_to_messages('session.jsonl'))
calls, results = re.findall(r'echo (\w+)', text), re.findall(r'<tool_result[^>]*>(\w+)', text)
print(f"calls {', '.join(calls)}; results {', '.join(results)}; ids {'some' if 'toolu_' in text else 'none'}")
PY
seen=$(venv/bin/python try.py)
echo "$seen"
[ "$seen" = 'calls slow, fast; results fast, slow; ids none' ]
