#!/usr/bin/env bash
# agent-migrator 0.1.1 ("migrating conversation history between AI coding tools"): of a session of Claude Code it passes over each record of a
# person that has an `origin`, as one of a hook, a command or a timer. Claude Code (seen in 2.1.280 to 2.1.332) writes
# `"origin":{"kind":"human"}` beside what a person typed. So of a newer session the rollout for Codex has all answers and no question, and the
# model goes on with answers to it knows not what. The list still names the session by its first question; `move` reports a destination,
# and the exit code is 0. In a session of older versions, which have no such member, all is there.
# Seen, of two questions and two answers: "no origin: moved, 2 questions, 2 answers; origin human: moved, 0 questions, 2 answers".
set -euo pipefail
folder=$(mktemp -d "${TMPDIR:-/tmp}/finding-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agent-migrator==0.1.1
cat >make.py <<'PY'
import json
import os
import sys

SESSION, CWD = '11111111-1111-4111-8111-111111111111', os.path.join(os.getcwd(), 'app')
FOLDER = 'home/.claude/projects/' + CWD.replace('/', '-')


def user(content, **more):
    return {'type': 'user', 'message': {'role': 'user', 'content': content}, **more}


def answer(at, block):
    return {'type': 'assistant', 'message': {
        'id': f'msg_{at}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


typed = {'origin': {'kind': 'human'}} if 'origin' in sys.argv else {}
records = [
    user('Are the pears sound?', **typed),
    answer(1, {'type': 'text', 'text': 'They are sound.'}),
    user('And the plums?', **typed),
    answer(2, {'type': 'text', 'text': 'They are not.'}),
]
os.makedirs(FOLDER, exist_ok=True)
with open(f'{FOLDER}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records):
        file.write(json.dumps({
            'parentUuid': f'00000000-0000-4000-8000-{number - 1:012d}' if number else None, 'isSidechain': False, **record,
            'uuid': f'00000000-0000-4000-8000-{number:012d}', 'timestamp': f'2026-11-01T10:00:{number:02d}.000Z', 'userType': 'external',
            'cwd': CWD, 'sessionId': SESSION, 'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
seen=''
for form in 'no origin' 'origin human'; do
  rm -rf home
  mkdir -p app home/.codex
  case $form in no*) python3 make.py ;; *) python3 make.py origin ;; esac
  HOME="$PWD/home" venv/bin/agent-migrator move --from claude_code --to codex --dir "$PWD/app" >moved.json
  said() { for words in "$@"; do if grep -q "$words" home/.codex/sessions/*/*/*/*.jsonl; then echo 1; fi; done | wc -l | tr -d ' '; }
  seen="$seen$form: $(grep -q '"destination_id"' moved.json && echo moved), $(said 'Are the pears sound?' 'And the plums?') questions,"
  seen="$seen $(said 'They are sound.' 'They are not.') answers; "
done
echo "$seen"
[ "$seen" = 'no origin: moved, 2 questions, 2 answers; origin human: moved, 0 questions, 2 answers; ' ]
