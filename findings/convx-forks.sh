#!/usr/bin/env bash
# convx-ai 0.2.7 (`convx backup`, "full backup of all conversations"): a file is named after the minute in which a session began and its first
# question. A fork of Claude Code (`--fork-session`) copies the records of its source, times and all, so both have one name, and the one
# that is written later takes the other's place. What was asked in the other behind the fork is not in the backup. Both count as exported,
# and a second run skips both as up to date. Two runs of one prompt in a minute go the same way.
# Seen, of a session, its fork, and one prompt run twice in a minute: "4 discovered, 4 exported, 2 pages, 2 of 4 answers; again 4 skipped".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet convx-ai==0.2.7
cat >make.py <<'PY'
import json
import os

FOLDER = 'home/.claude/projects/-srv-app'
os.makedirs(FOLDER)


def records(session, first, *texts, forked=None):
    made = list(forked or [])
    for number, text in enumerate(texts, first):
        answer = number % 2
        message = {'role': 'user', 'content': text} if not answer else {
            'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
            'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
        made.append({
            'parentUuid': made[-1]['uuid'] if made else None, 'isSidechain': False, 'userType': 'external', 'cwd': '/srv/app',
            'sessionId': session, 'version': '2.1.332', 'type': 'assistant' if answer else 'user', 'message': message,
            'uuid': f'00000000-0000-4000-8000-{number:012d}', 'timestamp': f'2026-11-01T1{number // 20}:00:{number:02d}.000Z'})
    with open(f'{FOLDER}/{session}.jsonl', 'w') as file:
        for record in made:
            file.write(json.dumps(record, separators=(',', ':')) + '\n')
    return made


source, fork = '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'
begun = records(source, 0, 'Which fruit grows here?', 'Pears do.', 'And which trees?', 'ANSWER-1: oaks.')
records(fork, 4, 'And which roots?', 'ANSWER-2: carrots.', forked=[
    {**record, 'sessionId': fork, 'forkedFrom': {'sessionId': source, 'messageUuid': record['uuid']}} for record in begun[:2]])
records('33333333-3333-4333-8333-333333333333', 20, 'Name a berry.', 'ANSWER-3: sloe.')
records('44444444-4444-4444-8444-444444444444', 30, 'Name a berry.', 'ANSWER-4: rowan.')
PY
python3 make.py
backup() { HOME="$PWD/home" NO_COLOR=1 COLUMNS=100 venv/bin/convx backup --output-path "$PWD/backup" --source-system claude 2>&1; }
count() { sed -n "s/^ *$1  *\([0-9][0-9]*\) *$/\1/p" "$2"; }
backup >first.txt
backup >again.txt
pages=$(find backup -name index.md | wc -l)
answers=$(grep -rhoE 'ANSWER-[1-4]' backup --include=index.md | sort -u | wc -l)
seen="$(count 'Total discovered' first.txt) discovered, $(count Exported first.txt) exported, $pages pages, $answers of 4 answers"
seen="$seen; again $(count Skipped again.txt) skipped"
echo "$seen"
[ "$seen" = '4 discovered, 4 exported, 2 pages, 2 of 4 answers; again 4 skipped' ]
