#!/usr/bin/env bash
# ectype-cli 0.3.3 exports sessions of Gemini CLI, "full" is the longest of its modes. Such a session begins with a message of the program about
# the folder (`<session_context>`). After a stopped answer, a refused call, or where a saved chat is opened, Gemini CLI (0.61.0) can write
# all messages anew, and then that text and the person's first question are two parts of one message. ectype takes the message for the
# program's: the first question is not in the export, its answer stands there alone, and the title is the second question.
# Seen, of two questions, before the messages were written anew and after: "first yes, answer yes, second yes, title What is to be done?";
# "first no, answer yes, second yes, title And the plums?".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ectype-cli==0.3.3
cat >make.py <<'PY'
import hashlib
import json
import os
import sys

SESSION = '11111111-1111-4111-8111-111111111111'
uuid = '00000000-0000-4000-8000-{:012d}'.format
context = {'text': '<session_context>This is the Gemini CLI. The folder is /srv/app.</session_context>'}


def message(number, kind, content, **more):
    return {'id': uuid(number), 'timestamp': f'2026-11-01T10:00:{number:02d}.000Z', 'type': kind, 'content': content, **more}


def answer(number, text):
    return message(number, 'gemini', text, thoughts=[], model='gemini-2.5-pro',
                   tokens={'input': 100, 'output': 5, 'cached': 0, 'thoughts': 0, 'tool': 0, 'total': 105})


first, pears = message(2, 'user', [{'text': 'What is to be done?'}]), answer(3, 'Pick the pears.')
records = [
    {'sessionId': SESSION, 'projectHash': hashlib.sha256(b'/srv/app').hexdigest(), 'startTime': '2026-11-01T10:00:00.000Z',
     'lastUpdated': '2026-11-01T10:00:00.000Z', 'kind': 'main'},
    {'$set': {'messages': [message(1, 'user', [context])], 'lastUpdated': '2026-11-01T10:00:01.000Z'}},
    first, pears,
]
if sys.argv[1] == 'anew':
    joined = message(4, 'user', [context, *first['content']])
    records.append({'$set': {'messages': [joined, pears], 'lastUpdated': '2026-11-01T10:00:04.000Z'}})
records += [message(5, 'user', [{'text': 'And the plums?'}]), answer(6, 'None this year.'),
            {'$set': {'lastUpdated': '2026-11-01T10:00:06.000Z'}}]
store = f'{sys.argv[1]}/.gemini'
os.makedirs(f'{store}/tmp/app/chats')
with open(f'{store}/projects.json', 'w') as file:
    json.dump({'projects': {'/srv/app': 'app'}}, file)
with open(f'{store}/tmp/app/.project_root', 'w') as file:
    file.write('/srv/app')
with open(f'{store}/tmp/app/chats/session-2026-11-01T10-00-11111111.jsonl', 'w') as file:
    file.writelines(json.dumps(each, separators=(',', ':')) + '\n' for each in records)
PY
exported() {
  python3 make.py "$1"
  HOME="$PWD/$1" venv/bin/ectype export 11111111 --format markdown --mode full -o "$1.md" >/dev/null
  has() { if tail -n +2 "$2" | grep -qxF "$1"; then echo yes; else echo no; fi; }
  echo "first $(has 'What is to be done?' "$1.md"), answer $(has 'Pick the pears.' "$1.md"), second $(has 'And the plums?' "$1.md")," \
    "title $(sed -n '1s/^# //p' "$1.md")"
}
seen="before: $(exported before); after: $(exported anew)"
echo "$seen"
expected='before: first yes, answer yes, second yes, title What is to be done?'
[ "$seen" = "$expected; after: first no, answer yes, second yes, title And the plums?" ]
