#!/usr/bin/env bash
# claude-conversation-extractor 1.1.2: `--detailed` is to "include tool invocations, MCP responses, terminal outputs". Of a call the page has
# its name and input. The result stands, in every session of Claude Code, as a block `tool_result` in a record of type `user`; of those
# nothing is taken, whether it is text or a list of blocks as MCP servers send, so what a command printed or a server answered is in
# none of the three formats, and nothing tells of it.
# Seen, of a command and a call of an MCP server: 2 calls and 0 of 2 results as markdown, json and html each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-conversation-extractor==1.1.2
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
uuid = '00000000-0000-4000-8000-{:012d}'.format


def call(tool, name, entry):
    return 'assistant', {'message': {
        'id': f'msg_{tool}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'stop_sequence': None,
        'content': [{'type': 'tool_use', 'id': f'toolu_{tool}', 'name': name, 'input': entry}], 'stop_reason': 'tool_use',
        'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def result(tool, content, whole):
    block = {'tool_use_id': f'toolu_{tool}', 'type': 'tool_result', 'content': content}
    return 'user', {'message': {'role': 'user', 'content': [block]}, 'toolUseResult': whole}


blocks = [{'type': 'text', 'text': 'the server counts seven plums'}]
records = [
    ('user', {'message': {'role': 'user', 'content': 'How many?'}}),
    call(1, 'Bash', {'command': 'count-pears'}),
    result(1, 'the command counts five pears', {'stdout': 'the command counts five pears', 'stderr': '', 'interrupted': False}),
    call(2, 'mcp__garden__count', {'tree': 'plum'}),
    result(2, blocks, blocks),
]
store = 'home/.claude/projects/-srv-app'
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, (kind, more) in enumerate(records):
        file.write(json.dumps({
            'parentUuid': uuid(number - 1) if number else None, 'isSidechain': False, 'userType': 'external', 'cwd': '/srv/app',
            'sessionId': SESSION, 'version': '2.1.332', 'type': kind, **more, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:{number:02d}.000Z'}, separators=(',', ':')) + '\n')
PY
python3 make.py
seen=''
for format in markdown json html; do
  HOME="$PWD/home" venv/bin/claude-extract --all --detailed --format $format --output $format >/dev/null 2>&1
  calls=$(cat $format/* | grep -oE 'count-pears|mcp__garden__count' | sort -u | wc -l)
  results=$(cat $format/* | { grep -oE 'five pears|seven plums' || true; } | sort -u | wc -l)
  seen="$seen$format: $calls calls, $results results; "
done
echo "$seen"
[ "$seen" = 'markdown: 2 calls, 0 results; json: 2 calls, 0 results; html: 2 calls, 0 results; ' ]
