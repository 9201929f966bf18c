#!/usr/bin/env bash
# ferry-cli 0.1.1 ("back up, restore and move your conversations"; of its bundle: "keeps everything, and importing it again gives it all
# back"): below a session of Claude Code stand the large outputs of its tools and the transcripts of its subagents, in folders side by
# side (`<session>/tool-results`, `<session>/subagents`). The bundle has the first and not the second. The session of the restored store is
# the same to the byte, and of what a subagent did no more than its last answer is left. "1 of 1 sessions exported", without a warning.
# Seen, of a session with an output and a subagent, moved to another home: "session same, tool-results 1, subagents 0".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ferry-cli==0.1.1
cat >make.py <<'PY'
import json
import os
import sys

home, session = sys.argv[1:]
uuid = '00000000-0000-4000-8000-{:012d}'.format
store = f'{home}/.claude/projects/-srv-app'


def answer(number, block):
    return 'assistant', {'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
                         'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}


def user(content):
    return 'user', {'role': 'user', 'content': content}


def write(path, first, messages, **more):
    with open(f'{store}/{path}.jsonl', 'w') as file:
        for number, (kind, message) in enumerate(messages, first):
            file.write(json.dumps({
                'parentUuid': uuid(number - 1) if number > first else None, 'isSidechain': False, **more, 'userType': 'external',
                'cwd': '/srv/app', 'sessionId': session, 'version': '2.1.332', 'type': kind, 'message': message, 'uuid': uuid(number),
                'timestamp': f'2026-11-01T10:00:{number:02d}.000Z'}, separators=(',', ':')) + '\n')


for name in ('subagents', 'tool-results'):
    os.makedirs(f'{store}/{session}/{name}')
task = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Task', 'input': {'description': 'Count', 'prompt': 'Count the pears.'}}
write(session, 1, [user('How many pears?'), answer(2, task),
                   user([{'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': 'Five.'}]), answer(4, {'type': 'text', 'text': 'Five.'})])
write(f'{session}/subagents/agent-a4c1d2e3f4a5b6c70', 11, [user('Count the pears.'), answer(12, {'type': 'text', 'text': 'Five.'})],
      isSidechain=True, agentId='a4c1d2e3f4a5b6c70')
with open(f'{store}/{session}/tool-results/toolu_2.txt', 'w') as file:
    file.write('a large output')
PY
session=11111111-1111-4111-8111-111111111111
python3 make.py old $session
python3 make.py new 22222222-1111-4111-8111-111111111111
export NO_COLOR=1
HOME="$PWD/old" venv/bin/ferry export -t claude-code -o "$PWD/bundle" >said.txt 2>&1
grep -q '1 of 1 sessions exported' said.txt
HOME="$PWD/new" venv/bin/ferry import -b "$PWD/bundle" -t claude-code >>said.txt 2>&1
if grep -qi 'agent' said.txt; then echo 'it tells of agents'; fi
restored=new/.claude/projects/-srv-app/$session
same=other
if cmp -s "$restored.jsonl" "old/.claude/projects/-srv-app/$session.jsonl"; then same=same; fi
of() { find "$restored" -path "*/$1/*" -type f | wc -l; }
seen="session $same, tool-results $(of tool-results), subagents $(of subagents)"
if grep -rq 'Count the pears' bundle --include='agent-*'; then seen="$seen, in the bundle"; fi
echo "$seen"
[ "$seen" = 'session same, tool-results 1, subagents 0' ]
