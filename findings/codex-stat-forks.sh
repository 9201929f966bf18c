#!/usr/bin/env bash
# codex-stat 0.1.1: `codex fork` of a thread of the older kind copies the records of its source into a new rollout, the token counts
# among them, and counts on from there. codex-stat takes the last total of each rollout and adds these up, so what was spent before the
# fork counts once more with each fork. The copy names its source (`forked_from_id`). ccusage 20.0.24 counts it once.
# Seen, for a question of 110 tokens, a fork of it, and a question of 110 tokens in the fork: codex-stat 330, ccusage 220.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet codex-stat==0.1.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
cat >make.py <<'PY'
import json
import os

SOURCE = '019d0000-0000-7000-8000-000000000001'
FORK = '019d0000-0000-7000-8000-000000000002'


def usage(turns):
    return {'input_tokens': 100 * turns, 'cached_input_tokens': 0, 'output_tokens': 10 * turns, 'reasoning_output_tokens': 0,
            'total_tokens': 110 * turns}


def meta(time, thread, **more):
    return {'timestamp': time, 'type': 'session_meta', 'payload': {
        'id': thread, **more, 'timestamp': time, 'cwd': '/home/a', 'originator': 'codex_cli_rs', 'cli_version': '0.169.0',
        'source': 'cli', 'model_provider': 'openai', 'history_mode': 'legacy'}}


def turn(hour, number, question):
    payloads = [
        ('turn_context', {'cwd': '/home/a', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'},
                          'model': 'gpt-5-codex', 'summary': 'auto'}),
        ('response_item', {'type': 'message', 'role': 'user', 'content': [{'type': 'input_text', 'text': question}]}),
        ('event_msg', {'type': 'user_message', 'message': question, 'images': []}),
        ('response_item', {'type': 'message', 'role': 'assistant', 'content': [{'type': 'output_text', 'text': 'Pears.'}]}),
        ('event_msg', {'type': 'agent_message', 'message': 'Pears.'}),
        ('event_msg', {'type': 'token_count', 'rate_limits': None, 'info': {
            'total_token_usage': usage(number), 'last_token_usage': usage(1), 'model_context_window': 200000}}),
    ]
    return [{'timestamp': f'2026-05-01T{hour}:00:0{at}.000Z', 'type': kind, 'payload': payload}
            for at, (kind, payload) in enumerate(payloads, 1)]


def write(hour, thread, records):
    folder = 'home/.codex/sessions/2026/05/01'
    os.makedirs(folder, exist_ok=True)
    with open(f'{folder}/rollout-2026-05-01T{hour}-00-00-{thread}.jsonl', 'w') as file:
        file.writelines(json.dumps(record, separators=(',', ':')) + '\n' for record in records)


source = [meta('2026-05-01T10:00:00.000Z', SOURCE), *turn(10, 1, 'Which fruit?')]
forked = '2026-05-01T11:00:00.000Z'
copied = [{**record, 'timestamp': forked} for record in source]
write(10, SOURCE, source)
write(11, FORK, [meta(forked, FORK, forked_from_id=SOURCE), *copied, *turn(11, 2, 'And which tree?')])
PY
python3 make.py
venv/bin/codex-stat --sessions-dir home/.codex/sessions --range all --timezone UTC --json >stat.json
HOME="$PWD/home" CODEX_HOME="$PWD/home/.codex" node_modules/.bin/ccusage codex daily --json --offline >ccusage.json
seen=$(node -p "const read = (name) => JSON.parse(require('fs').readFileSync(name, 'utf8'));
  'codex-stat ' + read('stat.json').summary.usage.total_tokens + ', ccusage ' + read('ccusage.json').totals.totalTokens")
echo "$seen"
[ "$seen" = 'codex-stat 330, ccusage 220' ]
