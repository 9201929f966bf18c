#!/usr/bin/env bash
# harness2go 0.1.0 (`claude2opencode convert`): opencode (1.18.33) has the parts of a message in the order of their ids, which it makes so that
# they grow. harness2go gives each part an id by chance, so each answer of Claude Code comes out in an order of its own: calls before the
# sentence that announces them, the end of the step before its beginning. `opencode export` shows it so; and another run, another order.
# Seen, of an answer of a thought, a sentence and eight calls, written in order: "in the order of writing: as said; by id: otherwise", twice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet harness2go==0.1.0
cat >make.py <<'PY'
import json
import os
import sqlite3

SESSION, STORE = '11111111-1111-4111-8111-111111111111', 'home/.claude/projects/-srv-app'
TABLES = {
    'project': 'id text primary key, worktree text, vcs text, name text, time_created integer, time_updated integer, sandboxes text',
    'session': 'id text primary key, project_id text, workspace_id text, parent_id text, slug text, directory text, path text, title text,'
               ' version text, share_url text, summary_additions integer, summary_deletions integer, summary_files integer,'
               ' summary_diffs text, metadata text, cost real default 0, tokens_input integer default 0, tokens_output integer default 0,'
               ' tokens_reasoning integer default 0, tokens_cache_read integer default 0, tokens_cache_write integer default 0,'
               ' revert text, permission text, agent text, model text, time_created integer, time_updated integer,'
               ' time_compacting integer, time_archived integer',
    'message': 'id text primary key, session_id text, time_created integer, time_updated integer, data text',
    'part': 'id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text',
}
os.makedirs('home/.local/share/opencode')
database = sqlite3.connect('home/.local/share/opencode/opencode.db')
for name, columns in TABLES.items():
    database.execute(f'create table {name} ({columns})')
database.execute("insert into project (id, worktree, time_created, time_updated, sandboxes) values ('global', '/', 1, 1, '[]')")
database.commit()

calls = [{'type': 'tool_use', 'id': f'toolu_{number}', 'name': 'Read', 'input': {'file_path': f'/srv/app/{number}'}} for number in range(1, 9)]
blocks = [{'type': 'thinking', 'thinking': 'Eight files.', 'signature': 'AAAA'}, {'type': 'text', 'text': 'I read all eight.'}, *calls]
messages = [('user', {'role': 'user', 'content': 'What is in the files?'})]
messages += [('assistant', {
    'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block], 'stop_reason': 'tool_use',
    'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}) for block in blocks]
messages += [('user', {'role': 'user', 'content': [{'tool_use_id': call['id'], 'type': 'tool_result', 'content': 'pears'}]}) for call in calls]
os.makedirs(STORE)
with open(f'{STORE}/{SESSION}.jsonl', 'w') as file:
    for number, (kind, message) in enumerate(messages):
        file.write(json.dumps({
            'parentUuid': f'00000000-0000-4000-8000-{number - 1:012d}' if number else None, 'isSidechain': False, 'userType': 'external',
            'cwd': '/srv/app', 'sessionId': SESSION, 'version': '2.1.332', 'type': kind, 'message': message,
            'uuid': f'00000000-0000-4000-8000-{number:012d}', 'timestamp': f'2026-11-01T10:00:{number:02d}.000Z'}) + '\n')
PY
cat >order.py <<'PY'
import json
import sqlite3

SAID = ['reasoning', 'text', *(f'toolu_{number}' for number in range(1, 9))]
database = sqlite3.connect('home/.local/share/opencode/opencode.db')


def order(column):
    parts = [json.loads(row[0]) for row in database.execute(
        f'select part.data from part join message on message.id = message_id where message.data like ? order by part.{column}', ['%assistant%'])]
    names = [part.get('callID', part['type']) for part in parts if not part['type'].startswith('step-')]
    assert sorted(names) == sorted(SAID), names
    return 'as said' if names == SAID else 'otherwise'


print(f'in the order of writing: {order("rowid")}; by id: {order("id")}')
PY
seen=''
for _ in 1 2; do
  rm -rf home
  python3 make.py
  HOME="$PWD/home" venv/bin/claude2opencode convert 11111111-1111-4111-8111-111111111111 >/dev/null 2>&1 </dev/null
  seen="$seen$(python3 order.py). "
done
echo "$seen"
once='in the order of writing: as said; by id: otherwise. '
[ "$seen" = "$once$once" ]
