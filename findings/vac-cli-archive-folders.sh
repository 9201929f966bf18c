#!/usr/bin/env bash
# vac-cli 0.2.1: `vac archive` puts sessions of Claude Code into a tar file and removes them; "Reversible: extract the tarball to restore any
# session." In the tar each has its file's name alone. Which project it was of is not in it: extracted into the folder of the projects, they
# stand beside the projects, where Anthropic's own reader does not find them. Sessions of one id in two projects (a folder that was copied
# with its sessions) are two members of one name: extraction writes the second over the first, and no other copy is left.
# Seen, by claude-agent-sdk 0.2.189, of a session in each of two projects and a third that both have: "4 listed, then 0; 4 archived, 3
# extracted, of the two with one id 1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet vac-cli==0.2.1 claude-agent-sdk==0.2.189
cat >make.py <<'PY'
import json
import os

ids = [f'{number * 11111111}-1111-4111-8111-111111111111' for number in (1, 2, 3)]


def write(project, session, fruit):
    store = f'home/.claude/projects/-srv-{project}'
    os.makedirs(store, exist_ok=True)
    answer = {'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': fruit}],
              'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
    with open(f'{store}/{session}.jsonl', 'w') as file:
        for number, (role, message) in enumerate([('user', {'role': 'user', 'content': 'Which fruit?'}), ('assistant', answer)], 1):
            file.write(json.dumps({
                'parentUuid': '00000000-0000-4000-8000-000000000001' if number == 2 else None, 'isSidechain': False, 'type': role,
                'message': message, 'uuid': f'00000000-0000-4000-8000-00000000000{number}', 'timestamp': f'2026-01-01T10:00:0{number}.000Z',
                'userType': 'external', 'cwd': f'/srv/{project}', 'sessionId': session, 'version': '2.1.332'}, separators=(',', ':')) + '\n')
    os.utime(f'{store}/{session}.jsonl', (1767261600, 1767261600))


write('app', ids[0], 'Figs.')
write('site', ids[1], 'Quinces.')
write('app', ids[2], 'Pears.')
write('site', ids[2], 'Plums.')
PY
cat >listed.py <<'PY'
from claude_agent_sdk import list_sessions

print(sum(len(list_sessions(directory=project)) for project in ('/srv/app', '/srv/site')))
PY
python3 make.py
export HOME="$PWD/home"
before=$(venv/bin/python listed.py)
venv/bin/vac archive --older-than 30d --out "$PWD/archive.tar.gz" >said.txt
tar -xzf archive.tar.gz -C home/.claude/projects
archived=$(tar -tzf archive.tar.gz | wc -l)
extracted=$(find home/.claude -name '*.jsonl' | wc -l)
both=$(grep -rlE 'Pears|Plums' home/.claude | wc -l)
seen="$before listed, then $(venv/bin/python listed.py); $archived archived, $extracted extracted, of the two with one id $both"
echo "$seen"
[ "$seen" = '4 listed, then 0; 4 archived, 3 extracted, of the two with one id 1' ]
