#!/usr/bin/env bash
# chatgpt-to-sqlite 1.0.0 imports conversations of ChatGPT into a database. A message has its first part that is plain text there, and one
# without such a part is left out. Of a message that was spoken, by the person or by the model, the words are a part of the type
# `audio_transcription`: what was said aloud is not in the database, and a conversation by voice alone has a title and no message. Other messages
# that are left out are named on the screen ("SKIPPED"), these are not: "Loaded 1 conversations.", exit code 0.
# Seen, of a spoken question and answer and a typed one: "skipped 0; user: And the plums? | assistant: They are sound."
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet chatgpt-to-sqlite==1.0.0
cat >make.py <<'PY'
import json


def node(name, parent, child, role, content):
    return name, {'id': name, 'parent': parent, 'children': [child] if child else [], 'message': {
        'id': name, 'author': {'role': role, 'name': None, 'metadata': {}}, 'create_time': 1793527200.0, 'update_time': None, 'content': content,
        'status': 'finished_successfully', 'end_turn': True, 'weight': 1.0, 'metadata': {}, 'recipient': 'all'}}


def spoken(words, direction):
    sound = {'content_type': 'audio_asset_pointer', 'asset_pointer': 'sediment://file_1', 'format': 'wav', 'metadata': {}}
    said = {'content_type': 'audio_transcription', 'text': words, 'direction': direction, 'decoding_id': None}
    return {'content_type': 'multimodal_text', 'parts': [said, sound]}


mapping = dict([
    node('a', None, 'b', 'user', spoken('Are the pears sound?', 'in')),
    node('b', 'a', 'c', 'assistant', spoken('They are rotten.', 'out')),
    node('c', 'b', 'd', 'user', {'content_type': 'text', 'parts': ['And the plums?']}),
    node('d', 'c', None, 'assistant', {'content_type': 'text', 'parts': ['They are sound.']}),
])
print(json.dumps([{
    'title': 'Pears', 'create_time': 1793527200.0, 'update_time': 1793527300.0, 'mapping': mapping, 'current_node': list(mapping)[-1],
    'conversation_id': '11111111-1111-4111-8111-111111111111', 'id': '11111111-1111-4111-8111-111111111111'}]))
PY
mkdir export
python3 make.py >export/conversations.json
venv/bin/chatgpt-to-sqlite export/conversations.json chats.db >said.txt
grep -q '^Loaded 1 conversations' said.txt
seen="skipped $(grep -c SKIPPED said.txt || true); $(python3 -c "
import sqlite3
rows = sqlite3.connect('chats.db').execute('select sender, text from messages order by rowid')
print(' | '.join(': '.join(row) for row in rows))")"
echo "$seen"
[ "$seen" = 'skipped 0; user: And the plums? | assistant: They are sound.' ]
