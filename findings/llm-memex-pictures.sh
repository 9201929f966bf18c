#!/usr/bin/env bash
# llm-memex 0.13.0 imports sessions of Claude Code "with full fidelity", "preserves all content blocks" (the other importer takes "real user
# requests"). Where a question has a picture, or comes from an editor, its content is a list of blocks, and of such a list only results of
# tools are taken: the question is not in the database, neither its text nor the picture, and its answer stands behind the answer
# before. Nothing is said of it, exit code 0.
# Seen, of a question of plain text and one with a picture, each with its answer, for both importers: "plain yes, its answer yes, with a
# picture no, its answer yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet llm-memex==0.13.0
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
uuid = '00000000-0000-4000-8000-{:012d}'.format


def user(content):
    return {'type': 'user', 'message': {'role': 'user', 'content': content}}


def answer(text):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + text[:4], 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


picture = {'type': 'image', 'source': {'type': 'base64', 'media_type': 'image/png', 'data': PIXEL}}
records = [user('Which fruit is ripe?'), answer('Pears are.'), user([{'type': 'text', 'text': 'What is in the basket?'}, picture]),
           answer('Twelve plums.')]
store = 'home/.claude/projects/-home-a'
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': '/home/a', 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
python3 make.py
has() { if grep -q "$1" exported.json; then echo yes; else echo no; fi; }
imported() {
  HOME="$PWD/home" venv/bin/llm-memex import --format "$1" --db "$PWD/$1" home/.claude/projects/-home-a/*.jsonl >/dev/null
  HOME="$PWD/home" venv/bin/llm-memex export --format json --db "$PWD/$1" exported.json >/dev/null
  echo "plain $(has 'fruit is ripe'), its answer $(has 'Pears are'), with a picture $(has 'in the basket'), its answer $(has 'Twelve plums')"
}
seen="full: $(imported claude_code_full)
other: $(imported claude_code)"
echo "$seen"
[ "$seen" = 'full: plain yes, its answer yes, with a picture no, its answer yes
other: plain yes, its answer yes, with a picture no, its answer yes' ]
