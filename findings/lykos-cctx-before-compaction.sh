#!/usr/bin/env bash
# lykos-cctx 0.3.0: `cctx fork --until N` makes a session that "keeps turns 1..N", to go on from before a compaction for instance. A turn
# reaches to the next one, so to the last turn before a compaction belong the boundary and the summary behind it. Cut there, the copy ends
# with the compaction: what is sent of it is the summary alone, and none of the turns that were to be kept. One turn earlier, all are
# sent. Of both it says "keeps turns" and `cctx verify` says ok; a figure, "active chain 2", is all that tells them apart.
# Seen, of three turns, a compaction, and a fourth turn, the messages that claude-agent-sdk 0.2.189 reads: --until 2 "4, summary no",
# --until 3 "1, summary yes", --until 4 "3, summary yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet lykos-cctx==0.3.0 claude-agent-sdk==0.2.189
cat >make.py <<'PY'
import json
import os
import sys

SESSION, HOME = '11111111-1111-4111-8111-111111111111', sys.argv[1]
uuid = '00000000-0000-4000-8000-{:012d}'.format


def user(text, **more):
    return {'type': 'user', 'message': {'role': 'user', 'content': text}, **more}


def answer(text):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + text[:3], 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


records = [
    user('Which fruit?'), answer('Pears.'), user('Which tree?'), answer('The old one.'), user('Ripe?'), answer('Not yet.'),
    {'type': 'system', 'subtype': 'compact_boundary', 'content': 'Conversation compacted', 'level': 'info', 'logicalParentUuid': uuid(6),
     'compactMetadata': {'trigger': 'auto', 'preTokens': 1000, 'postTokens': 100}},
    user('This session is being continued from a previous conversation. Summary: pears.', isCompactSummary=True,
         isVisibleInTranscriptOnly=True),
    user('And the plums?'), answer('None.'),
]
store = f'{HOME}/.claude/projects/-home-a'
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': None if number in (1, 7) else uuid(number - 1), 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:{number:02d}.000Z', 'userType': 'external', 'cwd': '/home/a', 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
cat >read.py <<'PY'
from claude_agent_sdk import get_session_messages, list_sessions

fork = next(each.session_id for each in list_sessions() if not each.session_id.startswith('11111111'))
messages = get_session_messages(fork)
print(f"{len(messages)}, summary {'yes' if any('Summary' in str(each.message) for each in messages) else 'no'}")
PY
forked() {
  python3 make.py "$1"
  HOME="$PWD/$1" venv/bin/cctx fork 11111111-1111-4111-8111-111111111111 --until "$1" --yes >/dev/null
  fork=$(find "$1/.claude/projects" -name '*.jsonl' ! -name '11111111*')
  HOME="$PWD/$1" venv/bin/cctx verify "$fork" | grep -q '^ok'
  echo "--until $1 $(HOME="$PWD/$1" venv/bin/python read.py)"
}
seen="$(forked 2); $(forked 3); $(forked 4)"
echo "$seen"
[ "$seen" = '--until 2 4, summary no; --until 3 1, summary yes; --until 4 3, summary yes' ]
