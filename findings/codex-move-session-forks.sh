#!/usr/bin/env bash
# codex-move-session 0.3.0 ("repair local Codex sessions after moving a project directory") and agent-yadogae 0.1.1 write the new folder into
# the records of rollouts. A fork of a paginated thread holds no copy of its source: Codex (0.171.0) reads the source up to the byte that
# the fork names (`history_base.end_byte_offset`), and with a path of another length that byte is another place. Behind a longer path the
# fork has lost the end of what it went on from, and Codex sends a question without its answer; behind a shorter one it also has what was
# said in the source later. Neither program says a word of it.
# Seen, of a fork behind twenty turns, what stands before its byte: "Pears of 19 whole" until the folder moves; then "Pears of 18 torn" where
# its name grew by 29 characters, and "Which tree? torn", which was asked after the fork, where it shrank by as many. Both programs alike.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet codex-move-session==0.3.0 agent-yadogae==0.1.1
cat >make.py <<'PY'
import json
import os
import sqlite3
import sys

home, cwd = sys.argv[1:]
day = f'{home}/.codex/sessions/2026/11/01'
source, fork = '019d0000-0000-7000-8000-00000000000a', '019d0000-0000-7000-8000-00000000000b'
TYPES = {'user': ('UserMessage', 'text', 'input_text'), 'assistant': ('AgentMessage', 'Text', 'output_text')}


def said(turn, role, text):
    item, shown, sent = TYPES[role]
    return [('response_item', {'type': 'message', 'role': role, 'content': [{'type': sent, 'text': text}]}),
            ('event_msg', {'type': 'item_completed', 'thread_id': source, 'turn_id': turn, 'item': {
                'type': item, 'id': f'{turn}-{role}', 'content': [{'type': shown, 'text': text}]}})]


def turn(name, question, answer):
    return [('event_msg', {'type': 'task_started', 'turn_id': name, 'model_context_window': 200000}),
            ('turn_context', {'turn_id': name, 'cwd': cwd, 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'},
                              'model': 'gpt-5-codex', 'summary': 'auto'}),
            *said(name, 'user', question), *said(name, 'assistant', answer),
            ('event_msg', {'type': 'task_complete', 'turn_id': name, 'last_agent_message': answer})]


def meta(thread, **more):
    return 'session_meta', {'id': thread, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': cwd, 'originator': 'codex_cli_rs', 'source': 'cli',
                            'cli_version': '0.171.0', 'model_provider': 'openai', 'history_mode': 'paginated', **more}


def write(thread, hour, records, first=0):
    ends = []
    with open(f'{day}/rollout-2026-11-01T{hour}-00-00-{thread}.jsonl', 'w') as file:
        for number, (kind, payload) in enumerate(records, first):
            file.write(json.dumps({'timestamp': f'2026-11-01T{hour}:{number // 60:02d}:{number % 60:02d}.000Z', 'ordinal': number,
                                   'type': kind, 'payload': payload}, separators=(',', ':')) + '\n')
            ends.append(file.tell())
    return ends


os.makedirs(day)
records = [meta(source)]
for number in range(20):
    records += turn(f'turn-{number}', f'Which fruit of {number}?', f'Pears of {number}.')
before = len(records)
ends = write(source, '10', records + turn('tree', 'Which tree?', 'Oaks.'))
write(fork, '11', [
    meta(fork, forked_from_id=source, forked_from_ordinal_exclusive=before, history_base={
        'thread_id': source, 'end_ordinal_exclusive': before, 'end_byte_offset': ends[before - 1]}),
    *turn('root', 'Which root?', 'Carrots.')], before)
database = sqlite3.connect(f'{home}/.codex/state_5.sqlite')
database.execute('create table threads (id text primary key, rollout_path text, cwd text, title text, archived integer, history_mode text)')
for thread, hour in (source, '10'), (fork, '11'):
    database.execute('insert into threads values (?, ?, ?, ?, 0, ?)', (
        thread, f'{day}/rollout-2026-11-01T{hour}-00-00-{thread}.jsonl', cwd, 'Fruit', 'paginated'))
database.commit()
PY
cat >before.py <<'PY'
import json
import glob
import re
import sys

source, fork = sorted(glob.glob(f'{sys.argv[1]}/.codex/sessions/*/*/*/*.jsonl'))
end = json.loads(open(fork).readline())['payload']['history_base']['end_byte_offset']
inherited = open(source).read()[:end]
last = re.findall(r'"text":"(Pears of \d+|Which tree\?)', inherited)[-1]
print(last, 'whole' if inherited.endswith('\n') else 'torn')
PY
short="$PWD/site"
long="$PWD/site-of-the-orchard-in-the-valley"
seen=''
for way in "$short $long" "$long $short"; do
  read -r from to <<<"$way"
  for program in codex-move-session agent-yadogae; do
    home="$PWD/$program-${#from}"
    mkdir -p "$from" "$home"
    python3 make.py "$home" "$from"
    was=$(python3 before.py "$home")
    if [ $program = agent-yadogae ]; then
      HOME="$home" venv/bin/agent-yadogae -y "$from" "$to" >/dev/null
    else
      mv "$from" "$to"
      HOME="$home" venv/bin/codex-move-session --old "$from" --new "$to" --apply >/dev/null </dev/null
    fi
    grep -q "\"cwd\":\"$to\"" "$home"/.codex/sessions/*/*/*/*a.jsonl
    seen="$seen$was, then $(python3 before.py "$home"); "
    rm -r "$to"
  done
done
echo "$seen"
grown='Pears of 19 whole, then Pears of 18 torn; '
shrunk='Pears of 19 whole, then Which tree? torn; '
[ "$seen" = "$grown$grown$shrunk$shrunk" ]
