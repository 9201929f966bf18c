#!/usr/bin/env bash
# unisessions 0.5.0: what a model of Codex says after a call of a tool is put before that call, in sessions made for Claude Code and in
# traces for training ("tool calls and reasoning included"). So the model tells what a command found and then runs it, with the text and
# the call in one message; the last message of a turn ends up before its last call. From Claude Code to Codex it is the other way: the text
# that leads to a call in one answer comes behind the result of the call. Roles and pairs of calls are valid, so nothing complains.
# Seen, of look, call, result, "twelve": "look, twelve, call, result" in the session for Claude Code, as in the openai and sharegpt traces;
# from Claude Code to Codex "call, result, look, twelve"; exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet unisessions==0.5.0
cat >make.py <<'PY'
import json
import os

CODEX, CLAUDE = '019d0000-0000-7000-8000-000000000001', '11111111-1111-4111-8111-111111111111'
QUESTION, LOOK, FOUND = 'How many pears?', 'I look into the basket.', 'There are twelve.'


def write(folder, name, records):
    os.makedirs(folder)
    with open(f'{folder}/{name}.jsonl', 'w') as file:
        file.writelines(json.dumps(each, separators=(',', ':')) + '\n' for each in records)


def message(role, text):
    event = {'type': 'user_message', 'message': text, 'images': []} if role == 'user' else {'type': 'agent_message', 'message': text}
    kind = 'input_text' if role == 'user' else 'output_text'
    return [('response_item', {'type': 'message', 'role': role, 'content': [{'type': kind, 'text': text}]}), ('event_msg', event)]


rollout = [
    ('session_meta', {'id': CODEX, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/home/a', 'originator': 'codex_cli_rs',
                      'cli_version': '0.169.0', 'source': 'cli', 'model_provider': 'openai', 'history_mode': 'legacy'}),
    *message('user', QUESTION),
    *message('assistant', LOOK),
    ('response_item', {'type': 'function_call', 'name': 'exec_command', 'arguments': '{"cmd":"wc -l basket"}', 'call_id': 'call_1'}),
    ('response_item', {'type': 'function_call_output', 'call_id': 'call_1', 'output': '12 basket'}),
    *message('assistant', FOUND),
]
write('home/.codex/sessions/2026/11/01', f'rollout-2026-11-01T10-00-00-{CODEX}', [
    {'timestamp': f'2026-11-01T10:00:{second:02d}.000Z', 'type': kind, 'payload': payload}
    for second, (kind, payload) in enumerate(rollout)])

uuid = '00000000-0000-4000-8000-{:012d}'.format
texts = [{'type': 'text', 'text': text} for text in (LOOK, FOUND)]
call = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Bash', 'input': {'command': 'wc -l basket'}}
result = {'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': '12 basket'}
blocks = [('user', QUESTION), ('msg_1', texts[0]), ('msg_1', call), ('user', [result]), ('msg_2', texts[1])]
records = []
for number, (who, content) in enumerate(blocks, 1):
    body = {'role': 'user', 'content': content} if who == 'user' else {
        'id': who, 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [content],
        'stop_reason': 'end_turn' if who == 'msg_2' else 'tool_use', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
    records.append({
        'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, 'type': body['role'], 'message': body,
        'uuid': uuid(number), 'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': '/home/a',
        'sessionId': CLAUDE, 'version': '2.1.332', 'gitBranch': 'main'})
write('home/.claude/projects/-home-a', CLAUDE, records)
PY
cat >order.py <<'PY'
import re
import sys

names = {'I look into': 'look', 'There are twelve': 'twelve', 'wc -l basket': 'call', '12 basket': 'result'}
text = open(sys.argv[1]).read()
print(', '.join(names[found] for found in re.findall('|'.join(names), text)))
PY
python3 make.py
codex=019d0000-0000-7000-8000-000000000001
claude=11111111-1111-4111-8111-111111111111
convert() { HOME="$PWD/home" venv/bin/python -m unisessions "$@" >/dev/null; }
order() { python3 order.py "$1"; }
convert codex-to-claude $codex --write
convert claude-to-codex $claude --write
convert to-trace codex $codex --format openai --write --output openai.jsonl
convert to-trace codex $codex --format sharegpt --write --output sharegpt.jsonl
seen="to claude: $(order home/.claude/projects/-home-a/$codex.jsonl); openai: $(order openai.jsonl); sharegpt: $(order sharegpt.jsonl)
to codex: $(order "$(ls home/.codex/sessions/2026/11/01/*$claude.jsonl)")"
echo "$seen"
[ "$seen" = 'to claude: look, twelve, call, result; openai: look, twelve, call, result; sharegpt: look, twelve, call, result
to codex: call, result, look, twelve' ]
