#!/usr/bin/env bash
# agent-session-bridge 0.5.0 ("export a live coding-agent session from one harness and resume it in another") and coding-agent-session-manager
# 0.1.0 turn threads of Codex into sessions of Claude Code. A fork holds no copy of its source: its first record names the source and the
# byte up to which it is part of the thread (`history_base`), and Codex (0.171.0) sends that part first. Both programs read the file of
# the fork alone. So the new session begins with the question after the fork and goes on from nothing. The bridge gives notes on what it
# could not carry over, this is not among them; the other says "written" and the number of messages. Exit code 0.
# Seen, of a fork behind two turns with one turn of its own, whose source is in the store: "bridge: 2 notes, 0 of them on forks, source no,
# own yes; manager: 2 messages, source no, own yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agent-session-bridge==0.5.0 coding-agent-session-manager==0.1.0
cat >make.py <<'PY'
import json
import os

SOURCE, FORK = '019d0000-0000-7000-8000-00000000000a', '019d0000-0000-7000-8000-00000000000b'
DAY = 'home/.codex/sessions/2026/11/01'
TYPES = {'user': ('UserMessage', 'text', 'input_text'), 'assistant': ('AgentMessage', 'Text', 'output_text')}


def said(thread, turn, role, text):
    item, shown, sent = TYPES[role]
    return [('response_item', {'type': 'message', 'role': role, 'content': [{'type': sent, 'text': text}]}),
            ('event_msg', {'type': 'item_completed', 'thread_id': thread, 'turn_id': turn, 'item': {
                'type': item, 'id': f'{turn}-{role}', 'content': [{'type': shown, 'text': text}]}})]


def turn(thread, name, question, answer):
    return [('event_msg', {'type': 'task_started', 'turn_id': name, 'model_context_window': 200000}),
            ('turn_context', {'turn_id': name, 'cwd': '/srv/app', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'},
                              'model': 'gpt-5-codex', 'summary': 'auto'}),
            *said(thread, name, 'user', question), *said(thread, name, 'assistant', answer),
            ('event_msg', {'type': 'task_complete', 'turn_id': name, 'last_agent_message': answer})]


def meta(thread, **more):
    return 'session_meta', {'session_id': thread, 'id': thread, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/srv/app',
                            'originator': 'codex_cli_rs', 'cli_version': '0.171.0', 'source': 'cli', 'model_provider': 'openai',
                            'history_mode': 'paginated', **more}


def write(thread, hour, records, first=0):
    with open(f'{DAY}/rollout-2026-11-01T{hour}-00-00-{thread}.jsonl', 'w') as file:
        for number, (kind, payload) in enumerate(records, first):
            file.write(json.dumps({'timestamp': f'2026-11-01T{hour}:00:{number:02d}.000Z', 'ordinal': number, 'type': kind,
                                   'payload': payload}, separators=(',', ':')) + '\n')
        return file.tell()


os.makedirs(DAY)
records = [meta(SOURCE), *turn(SOURCE, 'turn-1', 'Which FRUIT grows here?', 'Pears.'), *turn(SOURCE, 'turn-2', 'Which tree?', 'The old one.')]
end = write(SOURCE, '10', records)
base = {'thread_id': SOURCE, 'end_ordinal_exclusive': len(records), 'end_byte_offset': end}
forked = meta(FORK, forked_from_id=SOURCE, forked_from_ordinal_exclusive=len(records), history_base=base)
write(FORK, '11', [forked, *turn(FORK, 'turn-3', 'And is it RIPE?', 'Not yet.')], len(records))
PY
python3 make.py
export HOME="$PWD/home"
fork=$(ls home/.codex/sessions/2026/11/01/*0b.jsonl)
venv/bin/session-bridge convert --from codex --to claude-code "$fork" -o bridge.jsonl >bridge.txt 2>&1
venv/bin/session-manager convert codex claude 019d0000-0000-7000-8000-00000000000b --write --output manager.jsonl >manager.txt
grep -q 'written' manager.txt
has() { if grep -q "$1" "$2"; then echo yes; else echo no; fi; }
of() { echo "source $(has FRUIT "$1"), own $(has RIPE "$1")"; }
notes=$(grep -c '^ *- ' bridge.txt)
forks=$(grep '^ *- ' bridge.txt | grep -ciE 'fork|parent|lineage|history|source thread' || true)
seen="bridge: $notes notes, $forks of them on forks, $(of bridge.jsonl)"
seen="$seen; manager: $(grep -oE '[0-9]+ messages|messages: [0-9]+' manager.txt | grep -oE '[0-9]+') messages, $(of manager.jsonl)"
echo "$seen"
[ "$seen" = 'bridge: 2 notes, 0 of them on forks, source no, own yes; manager: 2 messages, source no, own yes' ]
