#!/usr/bin/env bash
# claude-code-transcripts 0.6: what a person types while Claude Code is at work goes to the model with the next result of a tool, and
# stands in the session as an `attachment` of type `queued_command`. The pages leave it out, and the count of prompts does too: the
# answer to it stands there without its question, and nothing says that something is missing.
# Seen: "first yes, queued no, answer yes, last yes, 2 prompts" for three prompts, the second of them typed meanwhile.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-code-transcripts==0.6
cat >make.py <<'PY'
import json

SESSION = '11111111-1111-4111-8111-111111111111'


def record(number, kind, **more):
    uuid = '00000000-0000-4000-8000-00000000000{}'.format
    return {
        'parentUuid': None if number == 1 else uuid(number - 1), 'isSidechain': False, 'userType': 'external', 'cwd': '/home/a/app',
        'sessionId': SESSION, 'version': '2.1.332', 'type': kind, **more,
        'uuid': uuid(number), 'timestamp': f'2026-05-01T10:00:0{number}.000Z',
    }


def user(number, content):
    return record(number, 'user', message={'role': 'user', 'content': content})


def answer(number, block):
    return record(number, 'assistant', message={
        'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
        'stop_reason': 'tool_use' if block['type'] == 'tool_use' else 'end_turn', 'usage': {'input_tokens': 10, 'output_tokens': 5},
    })


records = [
    user(1, 'Plant the pears.'),
    answer(2, {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Bash', 'input': {'command': 'ls'}}),
    user(3, [{'type': 'tool_result', 'tool_use_id': 'toolu_1', 'content': 'garden'}]),
    record(4, 'attachment', attachment={'type': 'queued_command', 'prompt': 'Keep the plums as well.', 'commandMode': 'prompt'}),
    answer(5, {'type': 'text', 'text': 'The plums stay.'}),
    user(6, 'Which fruit is ripe?'),
    answer(7, {'type': 'text', 'text': 'Figs.'}),
]
print('\n'.join(json.dumps(one, separators=(',', ':')) for one in records))
PY
python3 make.py >session.jsonl
venv/bin/claude-code-transcripts json session.jsonl -o pages >/dev/null 2>&1
on_a_page() { if grep -rq "$1" pages; then echo yes; else echo no; fi; }
seen="first $(on_a_page 'Plant the pears'), queued $(on_a_page 'Keep the plums'), answer $(on_a_page 'The plums stay')"
seen="$seen, last $(on_a_page 'Which fruit is ripe'), $(grep -oE '[0-9]+ prompts' pages/index.html)"
echo "$seen"
[ "$seen" = 'first yes, queued no, answer yes, last yes, 2 prompts' ]
