#!/usr/bin/env bash
# agent-recorder 0.2.0: Claude Code writes an answer as one record for each of its blocks, all with one `message.id` and each with the
# usage of the whole answer. `afr ingest claude` adds up the usage of all records, so an answer with a text and three calls costs four
# times what it did. And `afr ingest codex` reports a thread of Codex as new, and keeps of it neither the question nor a token.
# Seen, for an answer of 100 tokens in four records, and a thread of 110 tokens: 400 in / 40 out for Claude Code, 0 in / 0 out for Codex.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agent-recorder==0.2.0
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
THREAD = '019d0000-0000-7000-8000-000000000001'


def write(path, records):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        file.writelines(json.dumps(record, separators=(',', ':')) + '\n' for record in records)


def record(number, kind, message, **more):
    uuid = f'00000000-0000-4000-8000-{number:012d}'
    parent = f'00000000-0000-4000-8000-{number - 1:012d}' if number > 1 else None
    return {'parentUuid': parent, 'isSidechain': False, 'userType': 'external', 'cwd': '/srv/app', 'sessionId': SESSION,
            'version': '2.1.332', 'type': kind, 'message': message, **more, 'uuid': uuid, 'timestamp': f'2026-05-01T10:00:0{number}.000Z'}


def block(number, content):
    return record(number, 'assistant', requestId='req_1', message={
        'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-sonnet-4-5-20250929', 'content': [content],
        'stop_reason': 'tool_use', 'stop_sequence': None, 'usage': {'input_tokens': 100, 'output_tokens': 10}})


def call(number):
    return block(number, {'type': 'tool_use', 'id': f'toolu_{number}', 'name': 'Bash', 'input': {'command': f'echo {number}'}})


write(f'home/.claude/projects/-srv-app/{SESSION}.jsonl', [
    record(1, 'user', {'role': 'user', 'content': 'Which fruit?'}),
    block(2, {'type': 'text', 'text': 'I look.'}), call(3), call(4), call(5),
    record(6, 'user', {'role': 'user', 'content': [
        {'type': 'tool_result', 'tool_use_id': f'toolu_{number}', 'content': str(number)} for number in (3, 4, 5)]}),
])
used = {'input_tokens': 100, 'cached_input_tokens': 0, 'output_tokens': 10, 'reasoning_output_tokens': 0, 'total_tokens': 110}
payloads = [
    ('session_meta', {
        'id': THREAD, 'timestamp': '2026-05-01T11:00:00.000Z', 'cwd': '/srv/app', 'originator': 'codex_cli_rs', 'cli_version': '0.169.0',
        'source': 'cli', 'model_provider': 'openai', 'history_mode': 'legacy'}),
    ('turn_context', {'cwd': '/srv/app', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'}, 'model': 'gpt-5-codex',
                      'summary': 'auto'}),
    ('response_item', {'type': 'message', 'role': 'user', 'content': [{'type': 'input_text', 'text': 'Which tree?'}]}),
    ('event_msg', {'type': 'user_message', 'message': 'Which tree?', 'images': []}),
    ('response_item', {'type': 'message', 'role': 'assistant', 'content': [{'type': 'output_text', 'text': 'The old one.'}]}),
    ('event_msg', {'type': 'agent_message', 'message': 'The old one.'}),
    ('event_msg', {'type': 'token_count', 'rate_limits': None, 'info': {
        'total_token_usage': used, 'last_token_usage': used, 'model_context_window': 200000}}),
]
write(f'home/.codex/sessions/2026/05/01/rollout-2026-05-01T11-00-00-{THREAD}.jsonl', [
    {'timestamp': f'2026-05-01T11:00:0{at}.000Z', 'type': kind, 'payload': payload} for at, (kind, payload) in enumerate(payloads)])
PY
python3 make.py
export HOME="$PWD/home"
venv/bin/afr ingest claude >/dev/null
venv/bin/afr ingest codex >/dev/null
tokens() { venv/bin/afr show "$1" | grep -o 'Tokens: [0-9]* in / [0-9]* out'; }
seen="Claude Code $(tokens 11111111), Codex $(tokens rollout-)"
echo "$seen"
[ "$seen" = 'Claude Code Tokens: 400 in / 40 out, Codex Tokens: 0 in / 0 out' ]
