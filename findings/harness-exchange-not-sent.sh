#!/usr/bin/env bash
# harness-exchange 0.1.0: "exchange sessions between codex, opencode, and claude-code". What it makes of a session of Claude Code for Codex has
# all texts in blocks of type `text`. A message of a rollout has `input_text` and `output_text`, and a line with another type of block is
# passed over: asked to resume the thread, Codex (0.171.0) sends the model the new question and not a word of what was said before. Calls
# and their results become messages with an empty text. "Session … transferred from claude to codex.", exit code 0.
# Seen, of a session with two questions, a call and its result: "transferred; 7 messages, 3 of them empty; types: text".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet harness-exchange==0.1.0
cat >make.py <<'PY'
import json
import os

SESSION, FOLDER = '11111111-1111-4111-8111-111111111111', 'home/.claude/projects/-srv-app'


def answer(number, block):
    return 'assistant', {'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
                         'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}


def user(content):
    return 'user', {'role': 'user', 'content': content}


messages = [
    user('Which fruit grows here?'), answer(1, {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Bash', 'input': {'command': 'ls'}}),
    user([{'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': 'pears.txt'}]), answer(2, {'type': 'text', 'text': 'Pears do.'}),
    user('And which trees?'), answer(3, {'type': 'thinking', 'thinking': 'I know.', 'signature': 'AAAA'}),
    answer(3, {'type': 'text', 'text': 'Oaks.'}),
]
os.makedirs(FOLDER)
os.makedirs('home/.codex')
with open(f'{FOLDER}/{SESSION}.jsonl', 'w') as file:
    for number, (kind, message) in enumerate(messages):
        file.write(json.dumps({
            'parentUuid': f'00000000-0000-4000-8000-00000000000{number - 1}' if number else None, 'isSidechain': False,
            'userType': 'external', 'cwd': '/srv/app', 'sessionId': SESSION, 'version': '2.1.332', 'type': kind, 'message': message,
            'uuid': f'00000000-0000-4000-8000-00000000000{number}', 'timestamp': f'2026-11-01T10:00:0{number}.000Z',
        }, separators=(',', ':')) + '\n')
PY
cat >messages.py <<'PY'
import glob
import json

rollout, = glob.glob('home/.codex/sessions/*/*/*/rollout-*.jsonl')
payloads = [json.loads(line)['payload'] for line in open(rollout)]
messages = [payload['content'] for payload in payloads if payload.get('type') == 'message']
empty = sum(all(not block['text'] for block in content) for content in messages)
print(f'{len(messages)} messages, {empty} of them empty; types:', *sorted({block['type'] for content in messages for block in content}))
PY
python3 make.py
HOME="$PWD/home" venv/bin/harness-exchange --from claude --to codex --session-id 11111111-1111-4111-8111-111111111111 --non-interactive >said.txt
seen=$(sed -n "s/^Session .* \(transferred\) from claude to codex\.$/\1/p" said.txt)
seen="$seen; $(python3 messages.py)"
echo "$seen"
[ "$seen" = 'transferred; 7 messages, 3 of them empty; types: text' ]
