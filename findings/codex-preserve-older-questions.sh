#!/usr/bin/env bash
# codex-preserve 0.1.3 exports a thread of Codex "to durable files" with what its owner said in a section of its own. It knows a question by
# the `item_completed` of paginated rollouts alone. In rollouts of the older kind (`"history_mode":"legacy"`, and all that have no such
# member) a question stands as a `user_message`: there are none in the export. It says "No mechanically typed Owner message is present" and
# lists the words of the person, by their length, under "not authored by the Owner (injected envelopes; omitted)". Exit code 0.
# Seen, of one thread in both kinds: "paginated: question kept, answer kept; legacy: question lost, answer kept, injected".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet codex-preserve==0.1.3
cat >make.py <<'PY'
import json
import sys

THREAD, TURN = '019d0000-0000-7000-8000-000000000001', '019d0000-0000-7000-8000-000000000002'
QUESTION, ANSWER = 'Which fruit grows here?', 'Pears do.'
mode = sys.argv[1]


def event(**payload):
    return 'event_msg', payload


def sent(role, kind, text):
    return 'response_item', {'type': 'message', 'role': role, 'content': [{'type': kind, 'text': text}]}


def item(**item):
    return event(type='item_completed', thread_id=THREAD, turn_id=TURN, item=item)


if mode == 'legacy':
    asked = event(type='user_message', message=QUESTION, images=[])
    told = event(type='agent_message', message=ANSWER)
else:
    asked = item(type='UserMessage', id='item-1', content=[{'type': 'text', 'text': QUESTION, 'text_elements': []}])
    told = item(type='AgentMessage', id='item-2', content=[{'type': 'Text', 'text': ANSWER}])
records = [
    ('session_meta', {'id': THREAD, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/srv/app', 'originator': 'codex-tui', 'source': 'cli',
                      'cli_version': '0.171.0', 'model_provider': 'openai', 'history_mode': mode}),
    event(type='task_started', turn_id=TURN, model_context_window=200000),
    ('turn_context', {'turn_id': TURN, 'cwd': '/srv/app', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'},
                      'model': 'gpt-5-codex', 'summary': 'auto'}),
    sent('user', 'input_text', QUESTION), asked, sent('assistant', 'output_text', ANSWER), told,
    event(type='task_complete', turn_id=TURN, last_agent_message=ANSWER),
]
with open(f'rollout-2026-11-01T10-00-00-{THREAD}.jsonl', 'w') as file:
    for number, (kind, payload) in enumerate(records):
        ordinal = {'ordinal': number} if mode == 'paginated' else {}
        file.write(json.dumps({'timestamp': f'2026-11-01T10:00:0{number}.000Z', **ordinal, 'type': kind, 'payload': payload}) + '\n')
PY
seen=''
for mode in paginated legacy; do
  mkdir -p "home/$mode"
  python3 make.py $mode
  HOME="$PWD/home" venv/bin/codex-preserve export --rollout "$PWD"/rollout-*.jsonl --output-dir "home/$mode" >said.txt 2>&1
  of() { if grep -rqF "> $1" "home/$mode" --include='*.md'; then echo kept; else echo lost; fi; }
  seen="$seen$mode: question $(of 'Which fruit grows here?'), answer $(of 'Pears do.')"
  if grep -rqF 'No mechanically typed Owner message' "home/$mode" && grep -rqF 'not authored by the Owner' "home/$mode"; then
    seen="$seen, injected"
  fi
  seen="$seen; "
done
echo "$seen"
[ "$seen" = 'paginated: question kept, answer kept; legacy: question lost, answer kept, injected; ' ]
