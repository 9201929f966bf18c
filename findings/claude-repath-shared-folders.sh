#!/usr/bin/env bash
# claude-repath 1.0.0 moves a project and "rewires" its sessions. Claude Code names the folder of a project's sessions after its path, with a
# hyphen for each character that is neither letter nor digit, so `site/app` and `site-app` (`my_app`, `my.app`) share one. To move one of
# them renames that folder with all sessions in it: those of the other project, which stays where it is, are now under the new path of
# the first, where Claude Code does not look for them. Their `cwd` tells whose they are, and is left as it was. "✓ 2 changes applied".
# Seen, by claude-agent-sdk 0.2.189, the sessions that site-app has in its folder: 1 of its own before, 0 after site/app was moved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-repath==1.0.0 claude-agent-sdk==0.2.189
cat >make.py <<'PY'
import json
import os
import re

here = os.path.realpath('.')
for session, project in [('11111111-1111-4111-8111-111111111111', 'site/app'), ('22222222-2222-4222-8222-222222222222', 'site-app')]:
    path = f'{here}/{project}'
    os.makedirs(path)
    store = 'home/.claude/projects/' + re.sub('[^A-Za-z0-9]', '-', path)
    os.makedirs(store, exist_ok=True)
    with open(f'{store}/{session}.jsonl', 'w') as file:
        for number, role in enumerate(('user', 'assistant'), 1):
            message = {'role': 'user', 'content': f'What is in {project}?'} if role == 'user' else {
                'id': 'msg_1', 'type': 'message', 'role': role, 'model': 'claude-example', 'content': [{'type': 'text', 'text': 'Pears.'}],
                'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
            uuid = f'{session[:8]}-0000-4000-8000-00000000000{{}}'.format
            file.write(json.dumps({
                'parentUuid': None if number == 1 else uuid(1), 'isSidechain': False, 'type': role, 'message': message,
                'uuid': uuid(number), 'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': path,
                'sessionId': session, 'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
cat >count.py <<'PY'
import os

from claude_agent_sdk import list_sessions

path = os.path.realpath('site-app')
print(sum(each.cwd == path for each in list_sessions(directory=path)))
PY
python3 make.py
export HOME="$folder/home"
before=$(venv/bin/python count.py)
venv/bin/claude-repath move "$(realpath site)/app" "$(realpath .)/moved" --yes >said
seen="$before before, $(venv/bin/python count.py) after, $(grep -o '2 changes applied' said)"
echo "$seen"
[ "$seen" = '1 before, 0 after, 2 changes applied' ]
