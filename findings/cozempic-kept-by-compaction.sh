#!/usr/bin/env bash
# cozempic 1.8.39: its mildest treatment ("gentle", "safe, minimal pruning") removes all records before the last compaction, "already in the
# summary". Claude Code leaves the last messages out of the summary: the boundary names them (`compactMetadata.preservedMessages`, seen
# from 2.1.210 to 2.1.332), and they are sent word for word behind the summary, though they stand before it. cozempic has a guard
# for that and asks for a member `hasPreservedSegment` of the record, which none of these versions writes. So the last question and answer
# before the compaction go out of the session, and the next resume sends neither them nor a word about them. Only the backup has them.
# Seen, of two messages that a compaction kept: 0 left; with the member that it looks for, 2 left; exit code 0 for both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet cozempic==1.8.39
cat >make.py <<'PY'
import json
import os
import sys

SESSION, HOME, MEMBER = '11111111-1111-4111-8111-111111111111', sys.argv[1], sys.argv[2:]
uuid = '00000000-0000-4000-8000-{:012d}'.format
kept = {'anchorUuid': uuid(6), 'uuids': [uuid(3), uuid(4)], 'allUuids': [uuid(3), uuid(4)]}
segment = {'headUuid': uuid(3), 'anchorUuid': uuid(6), 'tailUuid': uuid(4)}


def answer(text):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + text[:4], 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def user(text, **more):
    return {'type': 'user', 'message': {'role': 'user', 'content': text}, **more}


records = [
    user('Which fruit?'), answer('Pears.'), user('Which tree?'), answer('The old one by the wall.'),
    {'type': 'system', 'subtype': 'compact_boundary', 'content': 'Conversation compacted', 'level': 'info', 'logicalParentUuid': uuid(4),
     'compactMetadata': {'trigger': 'auto', 'preTokens': 1000, 'preservedSegment': segment, 'preservedMessages': kept, 'postTokens': 100},
     **{member: True for member in MEMBER}},
    user('This session is being continued from a previous conversation. Summary: pears.', isCompactSummary=True,
         isVisibleInTranscriptOnly=True),
    user('And the plums?'), answer('None.'),
]
store = f'{HOME}/.claude/projects/-home-a-app'
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': None if number in (1, 5) else uuid(number - 1), 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': '/home/a/app', 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
treat() {
  python3 make.py "$@"
  session=$1/.claude/projects/-home-a-app/11111111-1111-4111-8111-111111111111.jsonl
  code=0
  HOME="$PWD/$1" COZEMPIC_NO_GLOBAL_INIT=1 venv/bin/cozempic treat "$PWD/$session" -rx gentle --execute >said 2>&1 || code=$?
  echo "$(grep -c '"text":"The old one\|"content":"Which tree' "$session" || true) left, exit code $code"
}
seen="$(treat written); with hasPreservedSegment: $(treat guarded hasPreservedSegment)"
echo "$seen"
[ "$seen" = '0 left, exit code 0; with hasPreservedSegment: 2 left, exit code 0' ]
