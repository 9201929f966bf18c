#!/usr/bin/env bash
# claude-copilot-sessions 0.1.0 imports sessions of GitHub Copilot CLI into Claude Code, "so they open with /resume". What a subagent was told
# and what it says stands in the same events.jsonl as the conversation, marked by an `agentId` beside `data` (1.0.102). The importer does not
# look at it: the order that the model gave to the subagent becomes a question of the person, and what the subagent thought aloud is one
# message with the answer of the model. Nothing in the imported session tells them apart.
# Seen, of two questions, the first of which was given to a subagent: "of the person: Is the garden sound? | Count the pears, and tell
# nobody. | And the plums?; one answer: Perhaps eleven, perhaps twelve. It is: twelve pears."; "imported", exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-copilot-sessions==0.1.0
mkdir -p home app
git init --quiet app
cat >make.py <<'PY'
import json
import os

SESSION, AGENT = '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'
uuid = '00000000-0000-4000-8000-{:012d}'.format
APP = os.path.realpath('app')


def event(kind, data, **more):
    return {'type': kind, 'data': data, **more}


def asked(text, **more):
    return event('user.message', {'content': text, 'transformedContent': text, 'interactionId': uuid(900)}, **more)


def told(text, calls=(), **more):
    return event('assistant.message', {'model': 'standin', 'content': text, 'toolRequests': list(calls), 'turnId': '0'}, **more)


order = 'Count the pears, and tell nobody.'
arguments = {'description': 'Count', 'prompt': order, 'agent_type': 'general-purpose', 'name': 'counter'}
inside = {'agentId': AGENT}
events = [
    event('session.start', {'sessionId': SESSION, 'version': 1, 'producer': 'copilot-agent', 'copilotVersion': '1.0.102',
                            'startTime': '2026-11-01T10:00:00.000Z', 'selectedModel': 'standin', 'context': {'cwd': APP}}),
    asked('Is the garden sound?'),
    event('assistant.turn_start', {'turnId': '0'}),
    told('I let it be counted.', [{'toolCallId': 'a1', 'name': 'task', 'arguments': arguments, 'type': 'function'}]),
    event('tool.execution_start', {'toolCallId': 'a1', 'toolName': 'task', 'arguments': arguments, 'turnId': '0'}),
    event('subagent.started', {'toolCallId': 'a1', 'agentName': 'general-purpose', 'agentDisplayName': 'counter'}, **inside),
    asked(order, **inside),
    event('assistant.turn_start', {'turnId': '0', 'parentToolCallId': 'a1'}, **inside),
    told('Perhaps eleven, perhaps twelve.', **inside),
    event('assistant.turn_end', {'turnId': '0'}, **inside),
    event('subagent.completed', {'toolCallId': 'a1', 'agentName': 'general-purpose'}, **inside),
    event('tool.execution_complete', {'toolCallId': 'a1', 'success': True, 'result': {'content': 'Twelve.'}, 'turnId': '0'}),
    told('It is: twelve pears.'),
    event('assistant.turn_end', {'turnId': '0'}),
    asked('And the plums?'),
    told('None this year.'),
]
folder = f'home/.copilot/session-state/{SESSION}'
os.makedirs(folder)
with open(f'{folder}/events.jsonl', 'w') as file:
    for number, record in enumerate(events, 1):
        file.write(json.dumps({**record, 'id': uuid(number), 'timestamp': f'2026-11-01T10:00:{number:02d}.000Z',
                               'parentId': uuid(number - 1) if number > 1 else None}, separators=(',', ':')) + '\n')
with open(f'{folder}/workspace.yaml', 'w') as file:
    file.write(f'id: {SESSION}\ncwd: {APP}\nname: Garden\nuser_named: true\ncreated_at: 2026-11-01T10:00:00.000Z\n'
               'updated_at: 2026-11-01T10:00:16.000Z\n')
PY
cat >person.py <<'PY'
import glob
import json

session, = glob.glob('home/.claude/projects/*/*.jsonl')
records = [record for record in map(json.loads, open(session)) if record['type'] in ('user', 'assistant') and not record.get('isSidechain')]
asked = [record['message']['content'] for record in records if record['type'] == 'user']
texts = [text if isinstance(text, str) else ' '.join(block['text'] for block in text) for text in asked]
own = ' | '.join(text.strip().split('\n')[-1] for text in texts)
answers = [' '.join(record['message']['content'][0]['text'].split()) for record in records if record['type'] == 'assistant']
print(f'of the person: {own}; one answer:', *(answer for answer in answers if 'Perhaps' in answer))
PY
python3 make.py
HOME="$PWD/home" venv/bin/claude-copilot-sessions import --path "$PWD/app" >said.txt
grep -q '^ *imported' said.txt
seen=$(python3 person.py)
echo "$seen"
expected='of the person: Is the garden sound? | Count the pears, and tell nobody. | And the plums?'
[ "$seen" = "$expected; one answer: Perhaps eleven, perhaps twelve. It is: twelve pears." ]
