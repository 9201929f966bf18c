#!/usr/bin/env bash
# coding-agent-session-manager 0.1.0: `session-manager backup codex --all` is to "back up every discovered session". When a person takes turns
# back, Codex (0.171.0) leaves the rollout as it is and goes on in a second file of the same thread id, which names the byte of the first
# where it begins (`history_base`). The list shows both; the backup names its copies after the id, and so has one: the last file without
# what it begins with. The turns that stay, said before the rewind, are in no copy. Exit code 0, and the manifest tells of no second file.
# Seen, of a thread with a turn, one that was taken back, and one after the rewind: "2 listed, Backed up 1 codex session(s)., 1 copy; kept no,
# taken back no, after yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet coding-agent-session-manager==0.1.0
cat >make.py <<'PY'
import json
import os

THREAD, WINDOW = '019d0000-0000-7000-8000-000000000001', '019d0000-0000-7000-8000-000000000002'
DAY = 'home/.codex/sessions/2026/11/01'
TYPES = {'user': ('UserMessage', 'text', 'input_text'), 'assistant': ('AgentMessage', 'Text', 'output_text')}


def said(turn, role, text):
    item, shown, sent = TYPES[role]
    return [('response_item', {'type': 'message', 'role': role, 'content': [{'type': sent, 'text': text}]}),
            ('event_msg', {'type': 'item_completed', 'thread_id': THREAD, 'turn_id': turn, 'item': {
                'type': item, 'id': f'{turn}-{role}', 'content': [{'type': shown, 'text': text}]}})]


def turn(name, question, answer):
    return [('event_msg', {'type': 'task_started', 'turn_id': name, 'model_context_window': 200000}),
            ('turn_context', {'turn_id': name, 'cwd': '/srv/app', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'},
                              'model': 'gpt-5-codex', 'summary': 'auto'}),
            *said(name, 'user', question), *said(name, 'assistant', answer),
            ('event_msg', {'type': 'task_complete', 'turn_id': name, 'last_agent_message': answer})]


def meta(minute, **more):
    return 'session_meta', {'session_id': THREAD, 'id': THREAD, 'timestamp': f'2026-11-01T10:{minute}:00.000Z', 'cwd': '/srv/app',
                            'originator': 'codex_cli_rs', 'cli_version': '0.171.0', 'source': 'cli', 'model_provider': 'openai',
                            'history_mode': 'paginated', **more}


def write(name, minute, records, first=0):
    ends = []
    with open(f'{DAY}/rollout-2026-11-01T10-{minute}-00-{name}.jsonl', 'w') as file:
        for number, (kind, payload) in enumerate(records, first):
            file.write(json.dumps({'timestamp': f'2026-11-01T10:{minute}:{number:02d}.000Z', 'ordinal': number, 'type': kind,
                                   'payload': payload}, separators=(',', ':')) + '\n')
            ends.append(file.tell())
    return ends


os.makedirs(DAY)
before = [meta('00'), *turn('turn-1', 'Which fruit is KEPT?', 'Pears.')]
ends = write(THREAD, '00', before + turn('turn-2', 'Which tree is TAKEN BACK?', 'Oaks.'))
base = {'thread_id': THREAD, 'end_ordinal_exclusive': len(before), 'end_byte_offset': ends[len(before) - 1]}
write(f'{THREAD}_{WINDOW}', '01', [meta('01', history_base=base), *turn('turn-3', 'Which root comes AFTER?', 'Carrots.')], len(before))
PY
python3 make.py
export HOME="$PWD/home"
listed=$(venv/bin/session-manager list codex | grep -c '019d0000-0000-7000-8000-000000000001')
venv/bin/session-manager backup codex --all --output backup >said.txt
has() { if grep -rq "$1" backup --include='*.backup'; then echo yes; else echo no; fi; }
seen="$listed listed, $(grep -o 'Backed up .*' said.txt), $(find backup -name '*.backup' | wc -l) copy"
seen="$seen; kept $(has KEPT), taken back $(has 'TAKEN BACK'), after $(has AFTER)"
echo "$seen"
[ "$seen" = '2 listed, Backed up 1 codex session(s)., 1 copy; kept no, taken back no, after yes' ]
