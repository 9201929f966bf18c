#!/usr/bin/env bash
# copilot-token-tracker 0.2.0: GitHub Copilot CLI notes each call of a model as it is made (`session.usage_record`), and when it ends the
# sums of the session so far (`session.shutdown`). The tracker takes the sums of the last end. What was spent in a run that had no end,
# because its terminal was closed or it was killed, is not there; where the session ended well once before, it is not among the
# "incomplete sessions" either, and nothing says that the larger part is missing.
# Seen, for a run of 110 tokens that ended and one of 1100 after it that was killed: 110 tokens, incomplete sessions: 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet copilot-token-tracker==0.2.0
cat >make.py <<'PY'
import json
import os

ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'
records = []


def put(kind, **data):
    number = len(records) + 1
    uuid = f'{number:08x}-0000-4000-8000-{number:012x}'
    records.append({'type': kind, 'data': data, 'id': uuid, 'timestamp': f'2026-05-01T10:00:{number:02d}.000Z',
                    'parentId': records[-1]['id'] if records else None})


def call(question, tokens):
    put('user.message', content=question, messageId=f'q{len(records)}')
    put('session.usage_record', usage={'model': 'gpt-5', 'inputTokens': tokens, 'outputTokens': tokens // 10, 'cacheReadTokens': 0,
                                       'cacheWriteTokens': 0, 'cost': 0})
    put('assistant.message', content='Pears.', messageId=f'a{len(records)}', model='gpt-5', toolRequests=[])


folder = f'home/.copilot/session-state/{ID}'
os.makedirs(folder)
put('session.start', sessionId=ID, version=1, producer='copilot-agent', copilotVersion='1.0.102', startTime='2026-05-01T10:00:00.000Z',
    selectedModel='gpt-5', context={'cwd': '/srv/app'}, alreadyInUse=False)
call('Which fruit?', 100)
put('session.shutdown', shutdownType='routine', totalApiDurationMs=1, sessionStartTime=1777629600000, currentModel='gpt-5',
    codeChanges={'linesAdded': 0, 'linesRemoved': 0, 'filesModified': []},
    modelMetrics={'gpt-5': {'requests': {'count': 1, 'cost': 0}, 'usage': {
        'inputTokens': 100, 'outputTokens': 10, 'cacheReadTokens': 0, 'cacheWriteTokens': 0}}})
put('session.resume', resumeTime='2026-05-01T10:00:10.000Z', eventCount=len(records), selectedModel='gpt-5',
    context={'cwd': '/srv/app'}, alreadyInUse=False)
call('And which tree?', 1000)
with open(f'{folder}/events.jsonl', 'w') as file:
    file.writelines(json.dumps(record) + '\n' for record in records)
PY
python3 make.py
export HOME="$PWD/home"
venv/bin/tokentracker sync >sync.txt
venv/bin/tokentracker summary >summary.txt
seen="$(grep -o 'Tokens: [0-9,]*' summary.txt | head -1), $(grep -o 'incomplete sessions: [0-9]*' sync.txt)"
echo "$seen"
[ "$seen" = 'Tokens: 110, incomplete sessions: 0' ]
