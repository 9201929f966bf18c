#!/usr/bin/env bash
# ccundo 1.1.1 undoes operations of a session of Claude Code, "with cascading safety". Each call of Write is a "file_create" for it, though
# Claude Code writes over existing files with the same tool: the result says `"type":"update"` and holds all that the file had before
# (`originalFile`). To undo it deletes the file. What was there before the session is not put back, and the copy that ccundo keeps is
# of the new text. "File deleted", "1 successful", exit code 0. (It finds no session whose folder has a dot in its path; this one has none.)
# Seen, of a file "old" that Write made "new": undone, there is no file, and the copy has "new".
set -euo pipefail
folder=$(mktemp -d "${TMPDIR:-/tmp}/ccundo-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccundo@1.1.1 >/dev/null
cat >make.py <<'PY'
import json
import os
import re

SESSION, PROJECT = '11111111-1111-4111-8111-111111111111', os.path.realpath('project')
uuid = '00000000-0000-4000-8000-{:012d}'.format
path = f'{PROJECT}/list.txt'
call = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Write', 'input': {'file_path': path, 'content': 'new\n'}}
result = {'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': f'The file {path} has been updated.'}
patch = [{'oldStart': 1, 'oldLines': 1, 'newStart': 1, 'newLines': 1, 'lines': ['-old', '+new']}]
records = [
    {'type': 'user', 'message': {'role': 'user', 'content': 'Write the list anew.'}},
    {'type': 'assistant', 'message': {
        'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [call], 'stop_reason': 'tool_use',
        'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}},
    {'type': 'user', 'message': {'role': 'user', 'content': [result]}, 'toolUseResult': {
        'type': 'update', 'filePath': path, 'content': 'new\n', 'originalFile': 'old\n', 'structuredPatch': patch}},
]
store = 'home/.claude/projects/' + re.sub('[^A-Za-z0-9]', '-', PROJECT)
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': PROJECT, 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
mkdir project
echo new >project/list.txt
python3 make.py
(cd project && HOME="$folder/home" ../node_modules/.bin/ccundo undo toolu_1 --yes) >said
seen="$(grep -o '1 successful' said), $(find project -type f | wc -l) files, copy \"$(cat home/.ccundo/backups/*)\""
echo "$seen"
[ "$seen" = '1 successful, 0 files, copy "new"' ]
