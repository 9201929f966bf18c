#!/usr/bin/env bash
# vac-cli 0.2.1: `vac prune`, in its default mode, is to "drop old tool outputs, keep text" of a session of Claude Code, and reports "what actually
# moves the context". The result of a command, a search or a file that was read is plain text there (`"content":"…"` of the `tool_result`);
# results of subagents and pictures that were read are lists of blocks. vac shortens only the lists: of a session full of outputs of commands
# nothing is freed, and a note says that it is "text-heavy". Of a compacted session it shortens what stands before the compaction and counts
# it as freed, though Claude Code sends none of that any more.
# Seen, for `--oldest 50` and twenty results of 4,000 characters: "as text: ~0 tokens freed, 0 outputs; as blocks: ~9,780 tokens freed, 20
# outputs; as blocks, compacted: ~9,780 tokens freed, 20 outputs, behind the compaction unchanged".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet vac-cli==0.2.1
cat >make.py <<'PY'
import json
import os
import sys

SESSION, FOLDER = '11111111-1111-4111-8111-111111111111', 'home/.claude/projects/-home-a'
uuid = '00000000-0000-4000-8000-{:012d}'.format
form, compacted = sys.argv[1], len(sys.argv) > 2


def answer(block):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + block['type'], 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def user(content, **more):
    return {'type': 'user', 'message': {'role': 'user', 'content': content}, **more}


def turn(number):
    text = f'{number:03d} ' * 1000
    content = text if form == 'text' else [{'type': 'text', 'text': text}]
    return [
        user(f'What is in {number}?'),
        answer({'type': 'tool_use', 'id': f'toolu_{number}', 'name': 'Bash', 'input': {'command': f'cat {number}'}}),
        user([{'tool_use_id': f'toolu_{number}', 'type': 'tool_result', 'content': content, 'is_error': False}]),
        answer({'type': 'text', 'text': f'Numbers, in {number}.'}),
    ]


records = [record for number in range(20) for record in turn(number)]
roots = [1]
if compacted:
    roots.append(len(records) + 1)
    records += [{'type': 'system', 'subtype': 'compact_boundary', 'content': 'Conversation compacted', 'level': 'info',
                 'logicalParentUuid': uuid(len(records)), 'compactMetadata': {'trigger': 'auto', 'preTokens': 30000, 'postTokens': 100}},
                user('This session is being continued from a previous conversation. Summary: numbers.', isCompactSummary=True,
                     isVisibleInTranscriptOnly=True), user('And now?'), answer({'type': 'text', 'text': 'Rest.'})]
os.makedirs(FOLDER, exist_ok=True)
with open(f'{FOLDER}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': None if number in roots else uuid(number - 1), 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:{number // 60:02d}:{number % 60:02d}.000Z', 'userType': 'external', 'cwd': '/home/a',
            'sessionId': SESSION, 'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
os.utime(f'{FOLDER}/{SESSION}.jsonl', (1793527200, 1793527200))
PY
session=home/.claude/projects/-home-a/11111111-1111-4111-8111-111111111111.jsonl
freed() {
  python3 make.py "$@"
  cp "$session" before.jsonl
  HOME="$PWD/home" venv/bin/vac prune --oldest 50 "$PWD/$session" >said.txt
  sed -nE 's/^freed: (~[0-9,]+ tokens) .* ([0-9]+ outputs)$/\1 freed, \2/p' said.txt
}
behind() { sed -n '/"subtype":"compact_boundary"/,$p' "$1"; }
seen="as text: $(freed text); as blocks: $(freed blocks); as blocks, compacted: $(freed blocks compacted)"
if [ "$(behind before.jsonl)" = "$(behind $session)" ]; then seen="$seen, behind the compaction unchanged"; fi
echo "$seen"
expected='as text: ~0 tokens freed, 0 outputs; as blocks: ~9,780 tokens freed, 20 outputs'
[ "$seen" = "$expected; as blocks, compacted: ~9,780 tokens freed, 20 outputs, behind the compaction unchanged" ]
