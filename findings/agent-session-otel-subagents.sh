#!/usr/bin/env bash
# agent-session-otel 0.2.0 exports sessions of Claude Code as OpenTelemetry traces; what it does not know is "preserved (not dropped)". An event
# that it has met before is skipped, and it knows an event by the session's id and the number of its line. The transcript of a subagent is
# a file of its own with the session's id in each record, and is read first. So a line of the session is a duplicate where the subagent has a
# message on the line of that number: the question of the person is not in the trace, nor are tokens of the session. What stays
# of the session begins after the subagent has ended, its call too. "Exported 1 session(s)", exit code 0; only the root span counts them.
# Seen, of a question, a call of a subagent a second later, and an answer, before the subagent speaks at all and then with what it said:
# "question yes, answer yes, 30 tokens, call after 1 s, 0 skipped. question no, answer yes, 60 tokens, call after 30 s, 2 skipped." (75 tokens)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet 'agent-session-otel[otel]==0.2.0' opentelemetry-sdk==1.45.2
cat >make.py <<'PY'
import json
import os
import sys

SESSION, FOLDER = '11111111-1111-4111-8111-111111111111', 'home/.claude/projects/-srv-app'


def user(content):
    return {'type': 'user', 'message': {'role': 'user', 'content': content}}


def answer(at, *blocks):
    return {'type': 'assistant', 'message': {
        'id': f'msg_{at}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': list(blocks),
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def text(words):
    return {'type': 'text', 'text': words}


def call(at, name, **given):
    return {'type': 'tool_use', 'id': f'toolu_{at}', 'name': name, 'input': given}


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
    (0, user('Are the pears sound?')),
    (1, answer(1, call(1, 'Agent', prompt='Look at the pears.', description='pears', subagent_type='general-purpose'))),
    (40, result(1, 'They are sound.')),
    (50, answer(2, text('The pears are sound.'))),
], 1)
if 'subagent' in sys.argv:
    write(f'{FOLDER}/{SESSION}/subagents/agent-a1111111111111111.jsonl', [
        (10, user('Look at the pears.')),
        (20, answer(3, text('I look at the tree first.'))),
        (25, answer(4, call(2, 'Bash', command='ls pears'))),
        (28, result(2, 'sound')),
        (30, answer(5, text('They are sound.'))),
    ], 11, agentId='a1111111111111111')
PY
cat >read.py <<'PY'
import json

with open('out.json') as file:
    spans = json.load(file)['spans']
whole = json.dumps(spans)
root = next(span for span in spans if span['name'].startswith('invoke_agent'))
call = next(span for span in spans if span['name'] == 'execute_tool Agent')
tokens = sum(value for span in spans for name, value in span['attributes'].items() if name.startswith('gen_ai.usage.'))
print(f"question {'yes' if 'Are the pears sound?' in whole else 'no'}, answer {'yes' if 'The pears are sound.' in whole else 'no'}, {tokens} tokens,"
      f" call after {(call['start_time_unix_nano'] - root['start_time_unix_nano']) // 10**9} s,"
      f" {root['attributes']['asot.duplicate_events_skipped']} skipped")
PY
seen=''
for form in alone subagent; do
  python3 make.py $form
  HOME="$PWD/home" venv/bin/agent-session-otel export --include-content --vendor claude-code --format json --output out.json >said.txt
  grep -q '^Exported 1 session' said.txt
  seen="$seen$(python3 read.py). "
done
echo "$seen"
alone='question yes, answer yes, 30 tokens, call after 1 s, 0 skipped. '
[ "$seen" = "${alone}question no, answer yes, 60 tokens, call after 30 s, 2 skipped. " ]
