#!/usr/bin/env bash
# agentcost-cli 0.2.0: Codex writes a `token_count` again, with the same totals, when only the limits of the account have changed. Each
# has the last call beside the totals (`last_token_usage`). agentcost takes each `token_count` for a call of its own and adds up the
# last calls, so the repeated one is paid twice; the totals, which stand beside them, say what was used.
# Seen, for two calls of 110 tokens, the first of them written down twice: agentcost 3 calls and 330 tokens, the totals 220.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agentcost-cli==0.2.0
cat >make.py <<'PY'
import json
import os

THREAD = '019d0000-0000-7000-8000-000000000001'


def usage(turns):
    return {'input_tokens': 100 * turns, 'cached_input_tokens': 0, 'output_tokens': 10 * turns, 'reasoning_output_tokens': 0,
            'total_tokens': 110 * turns}


def count(turns, percent):
    return ('event_msg', {'type': 'token_count', 'rate_limits': {'primary': {'used_percent': percent, 'window_minutes': 300}}, 'info': {
        'total_token_usage': usage(turns), 'last_token_usage': usage(1), 'model_context_window': 200000}})


def turn(question, answer):
    return [
        ('response_item', {'type': 'message', 'role': 'user', 'content': [{'type': 'input_text', 'text': question}]}),
        ('event_msg', {'type': 'user_message', 'message': question, 'images': []}),
        ('response_item', {'type': 'message', 'role': 'assistant', 'content': [{'type': 'output_text', 'text': answer}]}),
        ('event_msg', {'type': 'agent_message', 'message': answer}),
    ]


payloads = [
    ('session_meta', {
        'id': THREAD, 'timestamp': '2026-05-01T10:00:00.000Z', 'cwd': '/home/a', 'originator': 'codex_cli_rs', 'cli_version': '0.169.0',
        'source': 'cli', 'model_provider': 'openai', 'history_mode': 'legacy'}),
    ('turn_context', {'cwd': '/home/a', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'}, 'model': 'gpt-5-codex',
                      'summary': 'auto'}),
    *turn('Which fruit?', 'Pears.'), count(1, 10), count(1, 11), *turn('And which tree?', 'The old one.'), count(2, 12),
]
folder = 'home/.codex/sessions/2026/05/01'
os.makedirs(folder)
with open(f'{folder}/rollout-2026-05-01T10-00-00-{THREAD}.jsonl', 'w') as file:
    for at, (kind, payload) in enumerate(payloads):
        file.write(json.dumps({'timestamp': f'2026-05-01T10:00:{at:02d}.000Z', 'type': kind, 'payload': payload}) + '\n')
PY
python3 make.py
export HOME="$PWD/home" CODEX_HOME="$PWD/home/.codex"
venv/bin/agentcost report --provider codex --path home/.codex/sessions/2026/05/01/rollout-*.jsonl >report.txt
calls=$(grep -o '^calls *[0-9]*' report.txt | grep -o '[0-9]*')
tokens=$(grep -o 'in=[0-9,]* *out=[0-9,]*' report.txt | head -1 | grep -o '[0-9,]*' | tr -d , | awk 'NF { sum += $1 } END { print sum }')
totals=$(grep -o '"total_tokens": [0-9]*' home/.codex/sessions/2026/05/01/rollout-*.jsonl | grep -o '[0-9]*$' | sort -n | tail -1)
seen="agentcost $calls calls and $tokens tokens, the totals $totals"
echo "$seen"
[ "$seen" = 'agentcost 3 calls and 330 tokens, the totals 220' ]
