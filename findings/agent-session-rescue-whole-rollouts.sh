#!/usr/bin/env bash
# agent-session-rescue 0.1.0 checks a rollout of Codex, and saves what can be saved. Two things of sound rollouts are damage for it. Without a
# line end behind the last record, as the desktop application leaves most of its rollouts, that record is "truncated" though it is whole
# JSON: `salvage` puts it in quarantine and writes no repaired file. And a session_meta that is there again, as Codex writes one when it
# goes on with a thread, is a duplicate identifier by which the shape is not supported. Codex reads both whole.
# Seen: "sound 0; no line end 2 JSONL_PARTIAL_LINE, in quarantine the last record, repaired file none; meta again 2 RECORD_ID_DUPLICATE SCHEMA_UNSUPPORTED".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agent-session-rescue==0.1.0
cat >try.py <<'PY'
import json
import pathlib
import subprocess

time = '2026-05-01T10:00:00.000Z'
meta = {'id': '019d0000-0000-7000-8000-000000000001', 'timestamp': time, 'cwd': '/srv/app', 'originator': 'codex_cli_rs',
        'cli_version': '0.100.0', 'source': 'cli', 'model_provider': 'openai'}


def line(kind, payload):
    return json.dumps({'timestamp': time, 'type': kind, 'payload': payload}, separators=(',', ':'))


def message(role, kind, text):
    return line('response_item', {'type': 'message', 'role': role, 'content': [{'type': kind, 'text': text}]})


def run(*words):
    return subprocess.run(['venv/bin/session-rescue', *words], capture_output=True, text=True)


def scanned(name, text):
    pathlib.Path(name).write_text(text)
    scan = run('scan', name)
    codes = [row.split()[1] for row in scan.stdout.splitlines() if row.startswith('FAIL ')]
    return ' '.join([str(scan.returncode), *codes])


first = line('session_meta', meta)
lines = [first, message('user', 'input_text', 'Which fruit?'), line('event_msg', {'type': 'user_message', 'message': 'Which fruit?'}),
         line('event_msg', {'type': 'agent_message', 'message': 'Pears.'}), message('assistant', 'output_text', 'Pears.')]
whole = '\n'.join(lines) + '\n'
sound, cut, again = scanned('sound.jsonl', whole), scanned('cut.jsonl', whole[:-1]), scanned('again.jsonl', whole + first + '\n')


run('salvage', 'cut.jsonl', '--output', 'cut')
[quarantined] = pathlib.Path('cut', 'quarantine').iterdir()
assert json.loads(quarantined.read_text()) == json.loads(lines[-1])
repaired = 'there' if pathlib.Path('cut', 'repaired.jsonl').exists() else 'none'
print(f'sound {sound}; no line end {cut}, in quarantine the last record, repaired file {repaired}; meta again {again}')
PY
seen=$(venv/bin/python try.py)
echo "$seen"
[ "$seen" = 'sound 0; no line end 2 JSONL_PARTIAL_LINE, in quarantine the last record, repaired file none; meta again 2 RECORD_ID_DUPLICATE SCHEMA_UNSUPPORTED' ]
