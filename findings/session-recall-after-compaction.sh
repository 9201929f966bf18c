#!/usr/bin/env bash
# session-recall 0.4.1: `recall-after-compaction` is a "curated digest of everything since the last compaction" of a session of Claude Code. When
# the context is full, the program compacts in the middle of a task and goes on without a new question. The digest is of whole turns: until
# the person asks again, it has the whole task, also what was done before the compaction. With the next question it begins at that
# question, and what was done between the compaction and the question is no longer among its files, nor in the number of its calls.
# Seen, of two files written before the compaction, two after it, and one after the next question: "before the next question: files 1 2 3 4,
# calls 4; after it: files 5, calls 1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet session-recall==0.4.1
cat >make.py <<'PY'
import json
import os
import sys

SESSION, FOLDER = '11111111-1111-4111-8111-111111111111', 'home/.claude/projects/-srv-app'
uuid = '00000000-0000-4000-8000-{:012d}'.format


def answer(block):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + block['type'], 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def user(content, **more):
    return {'type': 'user', 'message': {'role': 'user', 'content': content}, **more}


def write(number):
    path = f'/srv/app/{number}'
    return [
        answer({'type': 'tool_use', 'id': f'toolu_{number}', 'name': 'Write', 'input': {'file_path': path, 'content': 'pears'}}),
        user([{'tool_use_id': f'toolu_{number}', 'type': 'tool_result', 'content': f'File created successfully at: {path}'}],
             toolUseResult={'type': 'create', 'filePath': path, 'content': 'pears', 'structuredPatch': [], 'originalFile': None}),
    ]


records = [user('Write the files.'), *write(1), *write(2)]
root = len(records) + 1
records += [
    {'type': 'system', 'subtype': 'compact_boundary', 'content': 'Conversation compacted', 'level': 'info', 'logicalParentUuid': uuid(root - 1),
     'compactMetadata': {'trigger': 'auto', 'preTokens': 170000, 'postTokens': 5000}},
    user('This session is being continued from a previous conversation. Summary: two files are written.', isCompactSummary=True,
         isVisibleInTranscriptOnly=True),
    *write(3), *write(4), answer({'type': 'text', 'text': 'Written.'}),
]
if sys.argv[1] == 'asked':
    records += [user('And one more?'), *write(5), answer({'type': 'text', 'text': 'Written as well.'})]
os.makedirs(FOLDER, exist_ok=True)
with open(f'{FOLDER}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': None if number in (1, root) else uuid(number - 1), 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:{number:02d}:00.000Z', 'userType': 'external', 'cwd': '/srv/app', 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
cat >digest.py <<'PY'
import json

digest = json.load(open('digest.json'))
print('files', *sorted(each['path'].split('/')[-1] for each in digest['files_changed']), end='')
print(', calls', digest['tool_use_total'])
PY
digest() {
  python3 make.py "$1"
  HOME="$PWD/home" venv/bin/session-recall recall-after-compaction --session-id 11111111-1111-4111-8111-111111111111 >digest.json
  python3 digest.py
}
seen="before the next question: $(digest working); after it: $(digest asked)"
echo "$seen"
[ "$seen" = 'before the next question: files 1 2 3 4, calls 4; after it: files 5, calls 1' ]
