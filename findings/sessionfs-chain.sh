#!/usr/bin/env bash
# sessionfs 0.26.0: in a session of Claude Code each record names its parent, and records of type `attachment` (a new date, hooks, lists of
# skills; written since 2.1.97, several in most sessions) are links of that chain. `sfs export --format claude-code` leaves them out and
# gives the record behind each no parent. Claude Code, and Anthropic's own reader, begin at the last record and stop there. So of the
# exported session everything before the last attachment is gone, though it all stands in the file. "Exported", exit code 0.
# Seen, by claude-agent-sdk 0.2.189, of three questions with an attachment behind the second: 6 messages before; exported: 3, and one
# of sessionfs itself, with 7 in the file. Without the attachment: 6, and that one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet sessionfs==0.26.0 claude-agent-sdk==0.2.189
cat >make.py <<'PY'
import json
import os
import sys

SESSION, HOME = '11111111-1111-4111-8111-111111111111', sys.argv[1]
uuid = '00000000-0000-4000-8000-{:012d}'.format


def user(text):
    return {'type': 'user', 'message': {'role': 'user', 'content': text}}


def answer(text):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + text[:4], 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


attachment = [{'type': 'attachment', 'attachment': {'type': 'date_change', 'newDate': '2026-11-02'}}] if HOME == 'linked' else []
records = [user('Which fruit?'), answer('Pears.'), user('Which tree?'), *attachment, answer('The old one.'), user('Ripe?'), answer('Not yet.')]
store = f'{HOME}/.claude/projects/-home-a-app'
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': '/home/a/app', 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
cat >read.py <<'PY'
import json

from claude_agent_sdk import get_session_messages

messages = [json.dumps(each.message) for each in get_session_messages('11111111-1111-4111-8111-111111111111')]
own = sum('SessionFS' in each for each in messages)
print(f'{len(messages) - own} and {own}')
PY
name=11111111-1111-4111-8111-111111111111.jsonl
moved() {
  python3 make.py "$1"
  before=$(HOME="$PWD/$1" venv/bin/python read.py)
  HOME="$PWD/$1" venv/bin/sfs import --from claude-code >/dev/null 2>&1
  HOME="$PWD/$1" venv/bin/sfs export ses_1111 --format claude-code --output "$PWD/$1/out" >/dev/null
  mkdir -p "$1/other/.claude/projects/-home-a-app"
  mv "$1"/out/*.jsonl "$1/other/.claude/projects/-home-a-app/$name"
  after=$(HOME="$PWD/$1/other" venv/bin/python read.py)
  echo "$before, then $after, $(grep -c . "$1/other/.claude/projects/-home-a-app/$name") in the file"
}
seen="with an attachment: $(moved linked); without: $(moved plain)"
echo "$seen"
[ "$seen" = 'with an attachment: 6 and 0, then 3 and 1, 7 in the file; without: 6 and 0, then 6 and 1, 7 in the file' ]
