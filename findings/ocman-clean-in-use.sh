#!/usr/bin/env bash
# ocman 1.3.0: `ocman db clean 30 days` is to "delete sessions older than a duration" from opencode, and so is `ocgc purge --older-than 30d` of
# ocgc 0.1.0. Old is for both a session that began so long ago, whenever it was last used, though opencode keeps both times
# (`time_created`, `time_updated`) and ocman's list has a column "Last active". Who yesterday went on with a session of two months ago loses
# it, messages and all.
# Seen with both, of three sessions, begun 60, 60 and 2 days ago and last used 1, 50 and 1 days ago:
# "before: in-use kept, abandoned kept, new kept; after: in-use lost, abandoned lost, new kept".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ocman==1.3.0 ocgc==0.1.0
cat >make.py <<'PY'
import json
import os
import sqlite3
import time

DAY = 24 * 60 * 60 * 1000
now = int(time.time() * 1000)
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
    'todo': 'session_id text, content text, status text, priority text, position integer, time_created integer, time_updated integer',
    'session_message': 'id text primary key, session_id text, type text, seq integer, time_created integer, time_updated integer, data text',
    'session_input': 'id text primary key, session_id text, prompt text, delivery text, time_created integer',
    'session_context_epoch': 'session_id text primary key, baseline text, snapshot text, baseline_seq integer',
    'session_share': 'session_id text primary key, id text, secret text, url text, time_created integer, time_updated integer',
    'event': 'id text primary key, aggregate_id text, seq integer, type text, data text',
    'event_sequence': 'aggregate_id text primary key, seq integer, owner_id text',
}
folder = 'home/.local/share/opencode'
os.makedirs(folder)
database = sqlite3.connect(f'{folder}/opencode.db')
for name, columns in TABLES.items():
    database.execute(f'create table {name} ({columns})')


def insert(table, **values):
    database.execute(f'insert into {table} ({",".join(values)}) values ({",".join("?" * len(values))})', list(values.values()))


insert('project', id='global', worktree='/', time_created=now - 90 * DAY, time_updated=now, sandboxes='[]')
for name, begun, used in ('in-use', 60, 1), ('abandoned', 60, 50), ('new', 2, 1):
    session = f'ses_{name}'
    insert('session', id=session, project_id='global', slug=name, directory='/srv/app', path='srv/app', title=name, version='1.18.33',
           agent='build', model='{"id":"gpt-5","providerID":"openai"}', time_created=now - begun * DAY, time_updated=now - used * DAY)
    for number, days in enumerate((begun, used)):
        at, message = now - days * DAY, f'msg_{number}_{name}'
        insert('message', id=message, session_id=session, time_created=at, time_updated=at, data=json.dumps({
            'role': 'user', 'time': {'created': at}, 'agent': 'build', 'model': {'providerID': 'openai', 'modelID': 'gpt-5'}}))
        insert('part', id=f'prt_{number}_{name}', message_id=message, session_id=session, time_created=at, time_updated=at,
               data=json.dumps({'type': 'text', 'text': f'Which fruit of {number}?'}))
database.commit()
PY
cat >sessions.py <<'PY'
import sqlite3

database = sqlite3.connect('home/.local/share/opencode/opencode.db')
left = {row[0] for row in database.execute('select session_id from part')} & {row[0] for row in database.execute('select id from session')}
print(', '.join(f'{name} {"kept" if f"ses_{name}" in left else "lost"}' for name in ('in-use', 'abandoned', 'new')), end='')
PY
home="$PWD/home"
export NO_COLOR=1 COLUMNS=120
seen=''
for program in ocman ocgc; do
  rm -rf home
  python3 make.py
  seen="$seen$program, before: $(python3 sessions.py); "
  if [ $program = ocman ]; then
    HOME="$home" venv/bin/ocman list sessions | grep 'Last active' >/dev/null
    HOME="$home" venv/bin/ocman db clean 30 days --yes --no-extracts >/dev/null </dev/null
  else
    HOME="$home" venv/bin/ocgc purge --older-than 30d --force >/dev/null
  fi
  seen="${seen}after: $(python3 sessions.py); "
done
echo "$seen"
each='before: in-use kept, abandoned kept, new kept; after: in-use lost, abandoned lost, new kept; '
[ "$seen" = "ocman, ${each}ocgc, $each" ]
