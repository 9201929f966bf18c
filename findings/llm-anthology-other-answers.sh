#!/usr/bin/env bash
# llm-anthology 0.1.0 ("an offline archive of record for your AI conversations") renders exports of claude.ai and ChatGPT as HTML and Markdown, and
# checks that "every prose token in the parsed source" is in the pages. An export has all answers to a question that was asked again, and all
# versions of a question that was changed, as branches of a tree. The pages have the branch that was shown last; what stands in the others
# is on none, and the check passes nevertheless. Of an export of claude.ai the answer is at least marked
# "branch 2/2", of ChatGPT's nothing says that there was another.
# Seen: "claude: first answer no, second yes, marked; chatgpt: first answer no, second yes, not marked; gates 1 of 1, 1 of 1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet llm-anthology==0.1.0
cat >make.py <<'PY'
import json

FIRST, SECOND, DAY = 'Pears keep longest.', 'Quinces keep longest.', '2026-11-01T10:00:0'


def said(number, sender, parent, text):
    return {'uuid': f'00000000-0000-4000-8000-00000000000{number}', 'text': text, 'sender': sender, 'attachments': [], 'files': [],
            'content': [{'type': 'text', 'text': text, 'citations': []}], 'created_at': f'{DAY}{number}Z', 'updated_at': f'{DAY}{number}Z',
            'parent_message_uuid': f'00000000-0000-4000-8000-00000000000{parent}' if parent else '00000000-0000-4000-8000-000000000000'}


def node(number, role, parent, text, children):
    message = {'id': f'n{number}', 'author': {'role': role, 'name': None, 'metadata': {}}, 'create_time': 1790000000.0 + number, 'weight': 1.0,
               'content': {'content_type': 'text', 'parts': [text]}, 'status': 'finished_successfully', 'metadata': {}, 'recipient': 'all'}
    return {'id': f'n{number}', 'message': message, 'parent': parent, 'children': children}


claude = {'uuid': '11111111-1111-4111-8111-111111111111', 'name': 'Fruit', 'created_at': f'{DAY}0Z', 'updated_at': f'{DAY}9Z',
          'account': {'uuid': '22222222-2222-4222-8222-222222222222'}, 'chat_messages': [
              said(1, 'human', 0, 'Which fruit keeps?'), said(2, 'assistant', 1, FIRST), said(3, 'assistant', 1, SECOND)]}
nodes = [{'id': 'root', 'message': None, 'parent': None, 'children': ['n1']}, node(1, 'user', 'root', 'Which fruit keeps?', ['n2', 'n3']),
         node(2, 'assistant', 'n1', FIRST, []), node(3, 'assistant', 'n1', SECOND, [])]
chatgpt = {'id': 'c', 'conversation_id': 'c', 'title': 'Fruit', 'create_time': 1790000000.0, 'update_time': 1790000009.0, 'current_node': 'n3',
           'mapping': {each['id']: each for each in nodes}}
for name, conversation in (('claude', claude), ('chatgpt', chatgpt)):
    with open(f'{name}.json', 'w') as file:
        json.dump([conversation], file)
PY
python3 make.py
has() { grep -rq "$1" "$2/html" "$2/md" && echo yes || echo no; }
mark() { grep -rqi 'branch 2/2' "$1/md" && echo marked || echo 'not marked'; }
seen='' gates=''
for kind in claude chatgpt; do
  said=$(venv/bin/llm-anthology $kind $kind.json pages-$kind)
  gates="$gates$(echo "$said" | sed -n 's/^FIDELITY_GATE_PASSED /, /p')"
  seen="$seen$kind: first answer $(has 'Pears keep longest' pages-$kind), second $(has 'Quinces keep longest' pages-$kind), $(mark pages-$kind); "
done
seen="${seen}gates${gates#,}"
echo "$seen"
[ "$seen" = 'claude: first answer no, second yes, marked; chatgpt: first answer no, second yes, not marked; gates 1 of 1, 1 of 1' ]
