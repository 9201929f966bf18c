#!/usr/bin/env bash
# scrollback 0.6.0: `scrollback archive` copies sessions "into a user-owned vault that survives the agents' own auto-deletion", "one-way and
# lossless". Of a thread of Codex the vault has what was said and that a command was called. What the command gave (`function_call_output`),
# the patches (Codex calls apply_patch as a `custom_tool_call`) and their results are not in it. Once the rollout is gone, nobody can see
# from the vault what was changed. "--verify" finds nothing wrong with it.
# Seen, of a thread with a command and a patch: "question kept, command kept, output lost, patch lost, result lost, answer kept"; "verify 0".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet scrollback==0.6.0
cat >make.py <<'PY'
import json
import os

THREAD = '019d0000-0000-7000-8000-000000000001'


def item(**payload):
    return 'response_item', payload


def event(**payload):
    return 'event_msg', payload


records = [
    ('session_meta', {'id': THREAD, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/srv/app', 'originator': 'codex_cli_rs',
                      'cli_version': '0.171.0', 'source': 'cli', 'model_provider': 'openai'}),
    event(type='task_started', turn_id='one', model_context_window=200000),
    ('turn_context', {'turn_id': 'one', 'cwd': '/srv/app', 'approval_policy': 'never', 'sandbox_policy': {'type': 'workspace-write'},
                      'model': 'gpt-5-codex', 'summary': 'auto'}),
    item(type='message', role='user', content=[{'type': 'input_text', 'text': 'QUESTION: which fruit?'}]),
    event(type='user_message', message='QUESTION: which fruit?', images=[]),
    item(type='function_call', name='shell', arguments='{"command":["cat","COMMAND"]}', call_id='call_1'),
    item(type='function_call_output', call_id='call_1', output='OUTPUT: apples'),
    item(type='custom_tool_call', status='completed', call_id='call_2', name='apply_patch',
         input='*** Begin Patch\n*** Add File: fruit.txt\n+PATCH: pears\n*** End Patch'),
    item(type='custom_tool_call_output', call_id='call_2', output='RESULT: A fruit.txt'),
    item(type='message', role='assistant', content=[{'type': 'output_text', 'text': 'ANSWER: pears.'}]),
    event(type='agent_message', message='ANSWER: pears.'),
    event(type='task_complete', turn_id='one', last_agent_message='ANSWER: pears.'),
]
day = 'home/.codex/sessions/2026/11/01'
os.makedirs(day)
with open(f'{day}/rollout-2026-11-01T10-00-00-{THREAD}.jsonl', 'w') as file:
    for second, (kind, payload) in enumerate(records):
        file.write(json.dumps({'timestamp': f'2026-11-01T10:00:{second:02d}.000Z', 'type': kind, 'payload': payload}) + '\n')
PY
python3 make.py
export HOME="$PWD/home"
venv/bin/scrollback archive >said.txt 2>&1
grep -q '+1 added' said.txt
verify=0
venv/bin/scrollback archive --verify >>said.txt 2>&1 || verify=$?
rm -r home/.codex
seen=''
for word in QUESTION COMMAND OUTPUT PATCH RESULT ANSWER; do
  kept=lost
  if grep -rqa "$word" home/.scrollback/archive; then kept=kept; fi
  seen="$seen${word,,} $kept, "
done
seen="${seen}verify $verify"
echo "$seen"
[ "$seen" = 'question kept, command kept, output lost, patch lost, result lost, answer kept, verify 0' ]
