#!/usr/bin/env bash
# claude-codex-sessions 0.1.0 imports sessions of Codex into Claude Code, "each tool call becomes one line". Codex (0.171.0) calls apply_patch,
# its tool to change files, as a `custom_tool_call`, and calls of that type become no line, nor do their results with `--with-tool-output`.
# So the imported session has the reading and the words about it, and not one of the changes, and Claude goes on as if nothing had been
# changed. The report says "imported", without a note, exit code 0. As a function call, the same patch has its line.
# Seen, of a command and a patch: custom tool "command yes, patch no, its result no"; function "command yes, patch yes, its result yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-codex-sessions==0.1.0
cat >make.py <<'PY'
import json
import os

patch = '*** Begin Patch\n*** Update File: list\n@@\n-pears\n+plums\n*** End Patch\n'
as_function = {'type': 'function_call', 'name': 'apply_patch', 'call_id': 'c2', 'arguments': json.dumps({'input': patch})}
as_custom = {'type': 'custom_tool_call', 'name': 'apply_patch', 'call_id': 'c2', 'status': 'completed', 'input': patch}


def message(role, text):
    kind = 'input_text' if role == 'user' else 'output_text'
    event = {'type': 'user_message', 'message': text, 'images': []} if role == 'user' else {'type': 'agent_message', 'message': text}
    return [('response_item', {'type': 'message', 'role': role, 'content': [{'type': kind, 'text': text}]}), ('event_msg', event)]


def write(thread, call, question):
    records = [
        ('session_meta', {'id': thread, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/home/a', 'originator': 'codex_cli_rs',
                          'cli_version': '0.169.0', 'source': 'cli', 'model_provider': 'openai', 'history_mode': 'legacy'}),
        *message('user', question),
        *message('assistant', 'First I look at it.'),
        ('response_item', {'type': 'function_call', 'name': 'exec_command', 'arguments': '{"cmd":"cat list"}', 'call_id': 'c1'}),
        ('response_item', {'type': 'function_call_output', 'call_id': 'c1', 'output': 'pears\n'}),
        *message('assistant', 'These are no pears, so I change the line.'),
        ('response_item', call),
        ('response_item', {'type': call['type'] + '_output', 'call_id': 'c2', 'output': 'Success. Updated the following files:\nM list\n'}),
        *message('assistant', 'The list is tidy.'),
    ]
    folder = 'home/.codex/sessions/2026/11/01'
    os.makedirs(folder, exist_ok=True)
    with open(f'{folder}/rollout-2026-11-01T10-00-00-{thread}.jsonl', 'w') as file:
        for second, (kind, payload) in enumerate(records):
            record = {'timestamp': f'2026-11-01T10:00:{second:02d}.000Z', 'type': kind, 'payload': payload}
            file.write(json.dumps(record, separators=(',', ':')) + '\n')


write('019d0000-0000-7000-8000-000000000001', as_custom, 'Tidy it by a custom tool.')
write('019d0000-0000-7000-8000-000000000002', as_function, 'Tidy it by a function.')
PY
python3 make.py
HOME="$PWD/home" venv/bin/claude-codex-sessions import --path /home/a --with-tool-output >/dev/null
has() { if grep -q "$2" <<<"$1"; then echo yes; else echo no; fi; }
told() {
  session=$(cat "$(grep -l "$1" home/.claude/projects/-home-a/*.jsonl)")
  echo "command $(has "$session" 'cat list'), patch $(has "$session" plums), its result $(has "$session" 'Updated the following')"
}
seen="custom tool: $(told 'by a custom tool'); function: $(told 'by a function')"
echo "$seen"
[ "$seen" = 'custom tool: command yes, patch no, its result no; function: command yes, patch yes, its result yes' ]
