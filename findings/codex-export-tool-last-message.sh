#!/usr/bin/env bash
# codex-export-tool 0.2.1 ("export entire session"): Codex says what it is about to do before it calls a tool, so a turn has several messages of
# the model. A turn has room for one here: each takes the place of the one before, and the page shows the last. Its patches are gone too,
# though edits of files are what "file diffs" are for: Codex (0.171.0) calls apply_patch as a `custom_tool_call`, and only a `function_call`
# of that name is read. Nothing says that something was left out, and "Done." is said with exit code 0.
# Seen, of a question, two messages before calls, a patch, and a closing message: "question yes, first no, second no, patch no, last yes";
# with the patch as a function call: "patch yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet codex-export-tool==0.2.1
cat >make.py <<'PY'
import json
import os
import sys

patch = '*** Begin Patch\n*** Update File: list\n@@\n-pears\n+plums\n*** End Patch\n'
as_function = {'type': 'function_call', 'name': 'apply_patch', 'call_id': 'c2', 'arguments': json.dumps({'input': patch})}
as_custom = {'type': 'custom_tool_call', 'name': 'apply_patch', 'call_id': 'c2', 'status': 'completed', 'input': patch}


def message(role, text):
    kind = 'input_text' if role == 'user' else 'output_text'
    event = {'type': 'user_message', 'message': text, 'images': []} if role == 'user' else {'type': 'agent_message', 'message': text}
    return [('response_item', {'type': 'message', 'role': role, 'content': [{'type': kind, 'text': text}]}), ('event_msg', event)]


def write(thread, call):
    records = [
        ('session_meta', {'id': thread, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/home/a', 'originator': 'codex_cli_rs',
                          'cli_version': '0.169.0', 'source': 'cli', 'model_provider': 'openai', 'history_mode': 'legacy'}),
        *message('user', 'Tidy the list of trees.'),
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


write(sys.argv[1], as_custom)
write(sys.argv[2], as_function)
PY
custom=019d0000-0000-7000-8000-000000000001
function=019d0000-0000-7000-8000-000000000002
python3 make.py $custom $function
export_page() { HOME="$PWD/home" venv/bin/codex-export-tool --session "$1" --format html --output "$1.html" >/dev/null; }
has() { if grep -rq "$2" "$1.html"; then echo yes; else echo no; fi; }
export_page $custom
export_page $function
seen="question $(has $custom 'Tidy the list'), first $(has $custom 'First I look'), second $(has $custom 'no pears')"
seen="$seen, patch $(has $custom plums), last $(has $custom 'is tidy'); patch $(has $function plums)"
echo "$seen"
[ "$seen" = 'question yes, first no, second no, patch no, last yes; patch yes' ]
