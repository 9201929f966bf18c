#!/usr/bin/env bash
# seshport 0.3.0: it looks for a session by the words of its whole path. The transcripts of a session's subagents lie in a folder that has
# the session's id as its name (`<id>/subagents/agent-<id>.jsonl`), so a session that had a subagent cannot be ported by its id, all 36
# characters of it: "ambiguous id: 2 matches". And the newest session of Claude Code, which `seshport claude codex` takes, is the
# newest file: while that is the one of a subagent (stopped, or at work behind the session), the rollout has the notice of the import and
# nothing else, "resume with: codex resume …" is said, and the exit code is 0. The session itself has not been looked at.
# Seen, of a session of four messages: by id 1 "ambiguous id"; newest 0, notice and 0 messages; by path 0, notice and 4 messages.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet seshport==0.3.0
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
STORE = f'home/.claude/projects/-home-a-app/{SESSION}'


def record(number, kind, content, **more):
    message = {'role': kind, 'content': content}
    if kind == 'assistant':
        message = {'id': f'msg_{number}', 'type': 'message', 'model': 'claude-example', **message, 'stop_reason': 'end_turn',
                   'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
    uuid = '00000000-0000-4000-8000-{:012d}'.format
    return {'parentUuid': uuid(number - 1) if number % 10 > 1 else None, 'isSidechain': False, 'type': kind, 'message': message, **more,
            'uuid': uuid(number), 'timestamp': f'2026-11-01T10:00:{number:02d}.000Z', 'userType': 'external',
            'cwd': '/home/a/app', 'sessionId': SESSION, 'version': '2.1.332', 'gitBranch': 'main'}


def write(path, records):
    with open(path, 'w') as file:
        file.writelines(json.dumps(each, separators=(',', ':')) + '\n' for each in records)


call = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Agent',
        'input': {'description': 'Look', 'prompt': 'Count the pears.', 'subagent_type': 'general-purpose'}}
found = [{'type': 'text', 'text': 'Twelve pears.'}]
os.makedirs(f'{STORE}/subagents')
os.makedirs('home/.codex')
write(f'{STORE}.jsonl', [
    record(1, 'user', 'Let an agent count the pears.'),
    record(2, 'assistant', [call]),
    record(3, 'user', [{'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': found}],
           toolUseResult={'status': 'completed', 'agentId': 'a1234567', 'content': found}),
    record(4, 'assistant', [{'type': 'text', 'text': 'There are twelve.'}]),
])
write(f'{STORE}/subagents/agent-a1234567.jsonl', [
    {**each, 'isSidechain': True, 'agentId': 'a1234567'}
    for each in (record(11, 'user', 'Count the pears.'), record(12, 'assistant', found))
])
os.utime(f'{STORE}.jsonl', (1793527200, 1793527200))
PY
python3 make.py
session=11111111-1111-4111-8111-111111111111
port() {
  rm -rf home/.codex/sessions
  code=0
  HOME="$PWD/home" venv/bin/seshport "$@" >said 2>&1 || code=$?
  echo "$code"
}
written() {
  find home/.codex/sessions -name 'rollout-*.jsonl' -exec grep -h '"type":"response_item"' {} + >items
  echo "$(grep -o 'imported from' items | sed 's/imported from/notice/') and $(grep -vc 'imported from' items || true) messages"
}
seen="by id $(port $session) \"$(grep -o 'ambiguous id' said)\"; newest $(port claude codex), $(written)"
seen="$seen; by path $(port "$PWD/home/.claude/projects/-home-a-app/$session.jsonl" codex), $(written)"
echo "$seen"
[ "$seen" = 'by id 1 "ambiguous id"; newest 0, notice and 0 messages; by path 0, notice and 4 messages' ]
