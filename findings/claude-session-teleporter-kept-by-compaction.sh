#!/usr/bin/env bash
# claude-session-teleporter 1.3.0 and panagent 0.3.0 turn a session of Claude Code into one of Codex. Both take of a compacted session what
# Claude Code would still send: "only the active context after compaction is imported", "earlier turns were replaced by the active
# compaction summary". But a compaction keeps the last messages word for word: the boundary names them (`compactMetadata.preservedMessages`),
# and Claude Code sends them behind the summary, which says nothing of them. Neither tool reads that list. So the new session begins with
# a summary and goes on behind the last thing that was said, and neither the loss report of panagent nor the notes of the other tell of it.
# Seen, of a summary, two messages that it kept and two after it: "summary yes, kept no, after yes" from each; exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-session-teleporter==1.3.0 panagent==0.3.0
cat >make.py <<'PY'
import json

SESSION = '11111111-1111-4111-8111-111111111111'
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
     'compactMetadata': {'trigger': 'auto', 'preTokens': 1000, 'preservedSegment': segment, 'preservedMessages': kept, 'postTokens': 100}},
    user('This session is being continued from a previous conversation. Summary: pears.', isCompactSummary=True,
         isVisibleInTranscriptOnly=True),
    user('And the plums?'), answer('None.'),
]
with open(f'{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': None if number in (1, 5) else uuid(number - 1), 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': '/home/a/app', 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
python3 make.py
session=11111111-1111-4111-8111-111111111111.jsonl
venv/bin/claude-sessions teleport --to codex --target-home teleported --cwd "$folder" --apply --codex-project none $session >/dev/null
venv/bin/panagent convert $session --to codex --quiet --report report.json --output panagent.jsonl
if grep -q 'wall\|preserved\|kept' report.json; then echo 'the report tells of it'; fi
has() { if grep -rq "$1" "$2"; then echo yes; else echo no; fi; }
of() { echo "summary $(has 'Summary: pears' "$1"), kept $(has 'by the wall' "$1"), after $(has 'And the plums' "$1")"; }
seen="teleporter: $(of teleported); panagent: $(of panagent.jsonl)"
echo "$seen"
[ "$seen" = 'teleporter: summary yes, kept no, after yes; panagent: summary yes, kept no, after yes' ]
