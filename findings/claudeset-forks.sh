#!/usr/bin/env bash
# claudeset 0.1.2 makes training data of sessions of Claude Code. The result of a tool is one for it only where the record has a
# `sourceToolAssistantUUID`. The forks that Anthropic's claude-agent-sdk makes have none (it takes that member out), nor have sessions of
# Claude Code before 2.1.1: of these every call is exported without a result, and as one that went well (`is_error` false), although
# the block with the call's id, the text and the error stands in the file. The counts that it prints are the same for both.
# Seen, of a command that failed with "no such tree", and its fork by claude-agent-sdk 0.2.189: session "is_error true, Error: Exit code 1 no
# such tree", fork "is_error false, nothing".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claudeset==0.1.2 claude-agent-sdk==0.2.189
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
uuid = '00000000-0000-4000-8000-{:012d}'.format
said = 'Exit code 1\nno such tree'


def answer(block, stop):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + stop, 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block], 'stop_reason': stop,
        'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


records = [
    {'type': 'user', 'message': {'role': 'user', 'content': 'Count the pears.'}},
    answer({'type': 'tool_use', 'id': 'toolu_1', 'name': 'Bash', 'input': {'command': 'count pears'}}, 'tool_use'),
    {'type': 'user', 'message': {'role': 'user', 'content': [
        {'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': said, 'is_error': True}]},
     'toolUseResult': f'Error: {said}', 'sourceToolAssistantUUID': uuid(2)},
    answer({'type': 'text', 'text': 'There is no such tree.'}, 'end_turn'),
]
store = 'home/.claude/projects/-home-a'
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': '/home/a', 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
cat >told.py <<'PY'
import json

for line in open('exported.jsonl'):
    session = json.loads(line)
    call = session['turns'][0]['assistant']['tool_calls'][0]
    name = 'session' if session['id'].startswith('11111111') else 'fork'
    print(f"{name}: is_error {str(call['is_error']).lower()}, {' '.join(call['stdout'].split()) or 'nothing'}")
PY
python3 make.py
export HOME="$folder/home"
venv/bin/python -c "from claude_agent_sdk import fork_session; fork_session('11111111-1111-4111-8111-111111111111')"
venv/bin/claudeset collect >/dev/null
venv/bin/claudeset export -o exported.jsonl >/dev/null
seen=$(venv/bin/python told.py | sort -r)
echo "$seen"
[ "$seen" = 'session: is_error true, Error: Exit code 1 no such tree
fork: is_error false, nothing' ]
