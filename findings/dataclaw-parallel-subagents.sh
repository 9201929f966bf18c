#!/usr/bin/env bash
# dataclaw 0.4.2 makes a data set of coding conversations "as structured data". The subagents of a session of Claude Code are conversations of their
# own, each in its file, and a model starts several at once. dataclaw makes one conversation of all that a session had, by the clock: the
# orders one after the other, as questions of a person, and behind them the answers of whoever was done first. Nothing in the rows says
# which answer is whose, so the second question is answered first. "Exported 2 sessions", the counts agree, exit code 0.
# Seen, of two subagents (pear: it is sound; plum: it is not, and was quicker): "user: Is the pear sound? | user: Is the plum sound? |
# assistant: It is not. | assistant: It is.", in members "content, role, timestamp".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet dataclaw==0.4.2
cat >make.py <<'PY'
import json
import os

SESSION, FOLDER = '11111111-1111-4111-8111-111111111111', 'home/.claude/projects/-srv-app'


def user(content):
    return {'type': 'user', 'message': {'role': 'user', 'content': content}}


def answer(at, block):
    return {'type': 'assistant', 'message': {
        'id': f'msg_{at}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def text(at, words):
    return answer(at, {'type': 'text', 'text': words})


def call(at, prompt):
    return answer(at, {'type': 'tool_use', 'id': f'toolu_{at}', 'name': 'Agent', 'input': {'prompt': prompt, 'description': 'look'}})


def result(at, words):
    return user([{'tool_use_id': f'toolu_{at}', 'type': 'tool_result', 'content': words}])


def write(path, records, base, **more):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        for number, (second, record) in enumerate(records, base):
            file.write(json.dumps({
                'parentUuid': f'00000000-0000-4000-8000-{number - 1:012d}' if number > base else None, 'isSidechain': bool(more), **more,
                **record, 'uuid': f'00000000-0000-4000-8000-{number:012d}', 'timestamp': f'2026-11-01T10:00:{second:02d}.000Z', 'userType': 'external',
                'cwd': '/srv/app', 'sessionId': SESSION, 'version': '2.1.332', 'gitBranch': 'main'}) + '\n')


write(f'{FOLDER}/{SESSION}.jsonl', [
    (0, user('Which trees are sound?')), (1, call(1, 'Is the pear sound?')), (2, call(2, 'Is the plum sound?')),
    (20, result(1, 'The pear is.')), (21, result(2, 'The plum is not.')), (22, text(3, 'The pear alone.'))], 1)
write(f'{FOLDER}/{SESSION}/subagents/agent-a1111111111111111.jsonl', [
    (3, user('Is the pear sound?')), (8, text(4, 'It is.'))], 11, agentId='a1111111111111111')
write(f'{FOLDER}/{SESSION}/subagents/agent-a2222222222222222.jsonl', [
    (4, user('Is the plum sound?')), (6, text(5, 'It is not.'))], 21, agentId='a2222222222222222')
PY
python3 make.py
HOME="$PWD/home" venv/bin/dataclaw export --no-push --source claude --all-projects --output out.jsonl >said.txt 2>&1
grep -q '^Exported 2 sessions' said.txt
seen=$(python3 -c "
import json
rows = [json.loads(line) for line in open('out.jsonl')]
messages = next(row['messages'] for row in rows if row['session_id'].endswith(':subagents'))
print(' | '.join(message['role'] + ': ' + message['content'] for message in messages))
print(', '.join(sorted({member for message in messages for member in message})))
")
echo "$seen"
[ "$seen" = 'user: Is the pear sound? | user: Is the plum sound? | assistant: It is not. | assistant: It is.
content, role, timestamp' ]
