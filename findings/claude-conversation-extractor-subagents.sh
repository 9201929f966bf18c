#!/usr/bin/env bash
# claude-conversation-extractor 1.1.2 (`claude-extract --all`, "backup"): a file is named after the day and the first eight characters of
# the session's name. It takes the transcripts of subagents for sessions, and Claude Code calls them `agent-a` and sixteen hex digits, so
# one digit of the id is left: of the subagents of a day, sixteen files at most. Each later one takes the place of one before, and both
# have a tick, a name and a count of messages. "Successfully extracted", exit code 0.
# Seen, of a session with three subagents, two of whose ids have the same first digit: "4/4 sessions", 3 files, and one of the two questions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-conversation-extractor==1.1.2
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
uuid = '00000000-0000-4000-8000-{:012d}'.format
store = 'home/.claude/projects/-srv-app'


def write(path, question, first, **more):
    answer = {'id': f'msg_{first}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'stop_reason': 'end_turn',
              'stop_sequence': None, 'content': [{'type': 'text', 'text': 'Done.'}], 'usage': {'input_tokens': 10, 'output_tokens': 5}}
    records = [('user', {'role': 'user', 'content': question}), ('assistant', answer)]
    with open(f'{store}/{path}.jsonl', 'w') as file:
        for number, (kind, message) in enumerate(records, first):
            file.write(json.dumps({
                'parentUuid': uuid(first) if number > first else None, 'isSidechain': False, **more, 'userType': 'external',
                'cwd': '/srv/app', 'sessionId': SESSION, 'version': '2.1.332', 'type': kind, 'message': message, 'uuid': uuid(number),
                'timestamp': f'2026-11-01T10:00:{number:02d}.000Z'}, separators=(',', ':')) + '\n')


os.makedirs(f'{store}/{SESSION}/subagents')
write(SESSION, 'Look after the garden.', 1)
for place, (agent, tree) in enumerate((('a4c1d2e3f4a5b6c70', 'pears'), ('a4e9f8a7b6c5d4e31', 'plums'), ('a7b0c1d2e3f4a5b62', 'figs'))):
    write(f'{SESSION}/subagents/agent-{agent}', f'Count the {tree}.', 10 + 2 * place, isSidechain=True, agentId=agent)
PY
python3 make.py
HOME="$PWD/home" venv/bin/claude-extract --all --output out >said.txt 2>&1
extracted=$(grep -oE '[0-9]+/[0-9]+ sessions' said.txt | tail -1)
files=$(find out -type f | wc -l)
of_two=$(cat out/* | grep -cE 'Count the (pears|plums)')
seen="$extracted, $files files, $of_two of 2 questions; figs $(cat out/* | grep -c 'Count the figs')"
echo "$seen"
[ "$seen" = '4/4 sessions, 3 files, 1 of 2 questions; figs 1' ]
