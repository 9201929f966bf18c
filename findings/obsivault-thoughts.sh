#!/usr/bin/env bash
# obsivault 0.2.0 writes exports of chats as notes. `--no-include-thinking` is its default, and thinking of Claude is left out. ChatGPT exports the
# thoughts of a model as messages of the type `thoughts`, between the question and the answer. They are in the note whatever the option says,
# as an answer of the assistant's own, and in the form in which Python prints a dictionary. Who shares a vault shares them.
# Seen, of a question, a thought ("The person seems hungry.") and the answer, with the option: "answers 2, thought 1, as a dictionary 1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet obsivault==0.2.0
cat >make.py <<'PY'
import json


def node(name, parent, child, role, content):
    return name, {'id': name, 'parent': parent, 'children': [child] if child else [], 'message': {
        'id': name, 'author': {'role': role, 'name': None, 'metadata': {}}, 'create_time': 1793527200.0, 'update_time': None, 'content': content,
        'status': 'finished_successfully', 'end_turn': True, 'weight': 1.0, 'metadata': {}, 'recipient': 'all'}}


mapping = dict([
    node('a', None, 'b', 'user', {'content_type': 'text', 'parts': ['Are the pears sound?']}),
    node('b', 'a', 'c', 'assistant', {
        'content_type': 'thoughts', 'source_analysis_msg_id': 'x', 'thoughts': [{'summary': 'Pears', 'content': 'The person seems hungry.'}]}),
    node('c', 'b', None, 'assistant', {'content_type': 'text', 'parts': ['They are sound.']}),
])
print(json.dumps([{
    'title': 'Pears', 'create_time': 1793527200.0, 'update_time': 1793527300.0, 'mapping': mapping, 'current_node': list(mapping)[-1],
    'conversation_id': '11111111-1111-4111-8111-111111111111', 'id': '11111111-1111-4111-8111-111111111111'}]))
PY
mkdir export
python3 make.py >export/conversations.json
venv/bin/obsivault convert --provider chatgpt --no-include-thinking export vault >said.txt 2>&1
note=$(find vault -name '*.md')
count() { grep -c "$1" "$note" || true; }
seen="answers $(count '^## assistant'), thought $(count 'The person seems hungry.'), as a dictionary $(count "^{'content_type': 'thoughts'")"
echo "$seen"
[ "$seen" = 'answers 2, thought 1, as a dictionary 1' ]
