#!/usr/bin/env bash
# claude-code-log 1.7.0: a command of one's own with words behind it (`/fix-issue keep the plums`) is a prompt: Claude Code sends it
# and the model answers it. The pages count it as system noise: by default and with `--depth user` ("user prompts and steering only")
# it is on no page, so the answer stands without a question. Only `--depth hook`, which is for hooks and notices, has it.
# Seen: tool: command no, question yes; user: command no, question yes; hook: command yes, question yes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-code-log==1.7.0
cat >make.py <<'PY'
import json

command = (
    '<command-message>fix-issue</command-message>\n<command-name>/fix-issue</command-name>\n'
    '<command-args>keep the plums</command-args>'
)
session = '11111111-1111-4111-8111-111111111111'


def record(number, role, content):
    return {
        'type': role, 'uuid': f'00000000-0000-4000-8000-00000000000{number}', 'sessionId': session, 'isSidechain': False,
        'parentUuid': None if number == 1 else f'00000000-0000-4000-8000-00000000000{number - 1}',
        'timestamp': f'2026-05-01T10:00:0{number}.000Z', 'cwd': '/home/a/app', 'version': '2.1.332', 'userType': 'external',
        'message': {'role': role, 'content': content},
    }


answer = record(2, 'assistant', [{'type': 'text', 'text': 'The plums are kept.'}])
answer['message'].update(id='msg_1', type='message', model='claude-example', stop_reason='end_turn', stop_sequence=None,
                         usage={'input_tokens': 10, 'output_tokens': 5})
lines = [record(1, 'user', command), answer, record(3, 'user', 'And which fruit is ripe?')]
print('\n'.join(json.dumps(line) for line in lines))
PY
venv/bin/python make.py >session.jsonl
seen=''
for depth in tool user hook; do
  venv/bin/claude-code-log session.jsonl --depth "$depth" -o "$depth.html" >/dev/null
  command=no question=no
  if grep -q 'keep the plums' "$depth.html"; then command=yes; fi
  if grep -q 'which fruit is ripe' "$depth.html"; then question=yes; fi
  seen="$seen$depth: command $command, question $question; "
done
echo "$seen"
test "$seen" = 'tool: command no, question yes; user: command no, question yes; hook: command yes, question yes; '
