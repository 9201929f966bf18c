#!/usr/bin/env bash
# harness-convert 0.6.0: `hc truncate` "shrinks a session to free context". Of a session of Claude Code that was compacted, only what stands
# behind the last compaction is sent to the model; the rest merely stays in the file. The new session has all of it again, in one chain
# of parents and without the boundary, so to resume it sends what the compaction had taken out, and the summary too. What was freed is
# told of the whole file. Who makes room in a long session gets one with less room, or one that does not fit any more.
# Seen, for 20 results of 2,000 characters, a compaction, and one more turn, with "truncate 30": "39.7KB -> 27.7KB"; of the chain that is
# sent, before: 3 messages and no result, after: 44 messages and 20 results of 1,387 characters. Exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet harness-convert==0.6.0
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
records = []


def record(kind, **more):
    number = len(records) + 1
    uuid = '00000000-0000-4000-8000-{:012d}'.format
    records.append({
        'parentUuid': uuid(number - 1) if records else None, 'isSidechain': False, 'type': kind, **more, 'uuid': uuid(number),
        'timestamp': f'2026-11-01T10:{number // 60:02d}:{number % 60:02d}.000Z', 'userType': 'external', 'cwd': '/home/a/app',
        'sessionId': SESSION, 'version': '2.1.332', 'gitBranch': 'main'})


def user(content, **more):
    record('user', message={'role': 'user', 'content': content}, **more)


def answer(block, stop):
    record('assistant', message={
        'id': f'msg_{len(records)}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
        'stop_reason': stop, 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}})


user('Count the pears of each tree.')
for tree in range(20):
    answer({'type': 'tool_use', 'id': f'toolu_{tree}', 'name': 'Bash', 'input': {'command': f'cat tree-{tree}'}}, 'tool_use')
    out = 'pear\n' * 400
    user([{'tool_use_id': f'toolu_{tree}', 'type': 'tool_result', 'content': out}], toolUseResult={'stdout': out, 'stderr': ''})
answer({'type': 'text', 'text': 'Eight thousand pears.'}, 'end_turn')
record('system', subtype='compact_boundary', content='Conversation compacted', level='info', logicalParentUuid=records[-1]['uuid'],
       compactMetadata={'trigger': 'auto', 'preTokens': 20000, 'postTokens': 100})
records[-1]['parentUuid'] = None
user('This session is being continued from a previous conversation. Summary: 8,000 pears on 20 trees.', isCompactSummary=True)
user('And the plums?')
answer({'type': 'text', 'text': 'None.'}, 'end_turn')
store = 'home/.claude/projects/-home-a-app'
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    file.writelines(json.dumps(each, separators=(',', ':')) + '\n' for each in records)
PY
cat >sent.py <<'PY'
import json
import sys

by_uuid = {record.get('uuid'): record for record in map(json.loads, open(sys.argv[1]))}
record = [each for each in by_uuid.values() if each['type'] in ('user', 'assistant')][-1]
messages, results = 0, []
while record:
    messages += record['type'] in ('user', 'assistant')
    content = record.get('message', {}).get('content')
    for block in content if isinstance(content, list) else []:
        if block['type'] == 'tool_result':
            results.append(len(block['content'] if isinstance(block['content'], str) else block['content'][0]['text']))
    record = by_uuid.get(record['parentUuid'])
print(f'{messages} messages, {len(results)} results' + (f' of {max(results)}' if results else ''))
PY
python3 make.py
cd home/.claude/projects/-home-a-app
old=$(ls)
HOME="$folder/home" "$folder/venv/bin/hc" truncate 30 --from claude --cwd /home/a/app --no-interactive --write >"$folder/said"
new=$(ls | grep -v "$old")
seen="$(grep -o 'freed .*KB' "$folder/said"); before: $(python3 "$folder/sent.py" "$old"); after: $(python3 "$folder/sent.py" "$new")"
echo "$seen"
[ "$seen" = 'freed   12.0KB  39.7KB -> 27.7KB; before: 3 messages, 0 results; after: 44 messages, 20 results of 1387' ]
