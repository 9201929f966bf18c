#!/usr/bin/env bash
# agent2perfetto 0.2.2 draws how full the context of a session was at each call ("context occupancy", counter `ctx_total`). In Claude Code's
# usage the cached tokens stand beside `input_tokens`, in that of Codex they are a part of it (`cached_input_tokens`, and `total_tokens` is
# input and output). The total adds both up for both, so what Codex read from its cache is counted twice, in the spend as well: a call
# that fits into the window is drawn as almost twice the window. `ctx_input` and `ctx_cache_read` do not add up to what was sent either.
# Seen, of a call of 150,000 tokens, 140,000 of them cached, with a window of 200,000: "290000" for Codex; "150000" for the same call as
# Claude Code writes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agent2perfetto==0.2.2
cat >make.py <<'PY'
import json

THREAD, SESSION = '019d0000-0000-7000-8000-000000000001', '11111111-1111-4111-8111-111111111111'
usage = {'input_tokens': 150000, 'cached_input_tokens': 140000, 'output_tokens': 50, 'reasoning_output_tokens': 0, 'total_tokens': 150050}


def event(**payload):
    return 'event_msg', payload


def said(role, kind, text):
    return 'response_item', {'type': 'message', 'role': role, 'content': [{'type': kind, 'text': text}]}


codex = [
    ('session_meta', {'id': THREAD, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/srv/app', 'originator': 'codex_cli_rs',
                      'cli_version': '0.169.0', 'source': 'cli', 'model_provider': 'openai'}),
    event(type='task_started', turn_id='one', model_context_window=200000),
    ('turn_context', {'turn_id': 'one', 'cwd': '/srv/app', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'},
                      'model': 'gpt-5-codex', 'summary': 'auto'}),
    said('user', 'input_text', 'Which fruit?'), event(type='user_message', message='Which fruit?', images=[]),
    said('assistant', 'output_text', 'Pears.'), event(type='agent_message', message='Pears.'),
    event(type='token_count', info={'total_token_usage': usage, 'last_token_usage': usage, 'model_context_window': 200000}),
    event(type='task_complete', turn_id='one', last_agent_message='Pears.'),
]
claude = [
    ('user', {'role': 'user', 'content': 'Which fruit?'}),
    ('assistant', {'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'stop_sequence': None,
                   'content': [{'type': 'text', 'text': 'Pears.'}], 'stop_reason': 'end_turn',
                   'usage': {'input_tokens': 10000, 'cache_read_input_tokens': 140000, 'cache_creation_input_tokens': 0,
                             'output_tokens': 50}}),
]
with open('codex.jsonl', 'w') as file:
    for second, (kind, payload) in enumerate(codex):
        file.write(json.dumps({'timestamp': f'2026-11-01T10:00:0{second}.000Z', 'type': kind, 'payload': payload}) + '\n')
with open('claude.jsonl', 'w') as file:
    for second, (kind, message) in enumerate(claude):
        file.write(json.dumps({
            'parentUuid': f'00000000-0000-4000-8000-00000000000{second - 1}' if second else None, 'isSidechain': False,
            'userType': 'external', 'cwd': '/srv/app', 'sessionId': SESSION, 'version': '2.1.332', 'type': kind, 'message': message,
            'uuid': f'00000000-0000-4000-8000-00000000000{second}', 'timestamp': f'2026-11-01T10:00:0{second}.000Z'}) + '\n')
PY
cat >counters.py <<'PY'
import json
import sys

trace = json.load(open(sys.argv[1]))
print(*(event['args']['ctx_total'] for event in trace['traceEvents'] if event['ph'] == 'C'))
PY
python3 make.py
seen=''
for program in codex claude; do
  venv/bin/agent2perfetto $program.jsonl -o $program.json >/dev/null 2>&1
  seen="$seen$program $(python3 counters.py $program.json); "
done
echo "$seen"
[ "$seen" = 'codex 290000; claude 150000; ' ]
