#!/usr/bin/env bash
# mnemo-search 0.7.0 indexes sessions of Pi for full-text search. A `context_edit` of Pi puts other words in the place of a message, and
# from then on the model gets those alone. mnemo indexes the message and passes over the edit: what the model was told cannot be
# found, and what was taken out is found with nothing beside it that says so. A replacement of null, which takes a message out
# altogether, leaves it in the index too. Questions that were left by `/tree` are found as well, and are not marked.
# Seen: "long" 1, "short" 0, "secret" 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet mnemo-search==0.7.0
cat >make.py <<'PY'
import json
import os

ID = '01a21fc0-3af1-7149-ac2c-22ea7f423475'
USAGE = {'input': 10, 'output': 5, 'cacheRead': 0, 'cacheWrite': 0, 'totalTokens': 15, 'cost': {'total': 0}}
records = [{'type': 'session', 'version': 3, 'id': ID, 'timestamp': '2026-05-01T10:00:00.000Z', 'cwd': '/srv/app'}]


def text(words):
    return [{'type': 'text', 'text': words}]


def put(kind, **more):
    number = len(records)
    parent = None if number == 1 else records[-1]['id']
    records.append({'type': kind, 'id': f'a{number:07d}', 'parentId': parent, 'timestamp': f'2026-05-01T10:00:{number:02d}.000Z', **more})
    return records[-1]['id']


def ask(words):
    return put('message', message={'role': 'user', 'content': text(words), 'timestamp': 1777629600000})


def answer(words):
    put('message', message={'role': 'assistant', 'content': text(words), 'api': 'a', 'provider': 'p', 'model': 'm', 'usage': USAGE,
                            'stopReason': 'stop', 'timestamp': 1777629600000})


first = ask('A longlist of trees')
answer('Thanks.')
second = ask('A secretplace in the orchard')
answer('I see.')
put('context_edit', targetId=first, replacement={'content': text('A shortlist of trees')})
put('context_edit', targetId=second, replacement=None)
ask('Which tree?')
answer('The old one.')
folder = 'home/.pi/agent/sessions/--srv-app--'
os.makedirs(folder)
with open(f'{folder}/2026-05-01T10-00-00-000Z_{ID}.jsonl', 'w') as file:
    file.writelines(json.dumps(record) + '\n' for record in records)
PY
python3 make.py
export HOME="$PWD/home"
venv/bin/mnemo index >/dev/null
hits() { venv/bin/mnemo search "$1" 2>/dev/null | grep -c "$1" || true; }
seen="long $(hits longlist), short $(hits shortlist), secret $(hits secretplace)"
echo "$seen"
[ "$seen" = 'long 1, short 0, secret 1' ]
