#!/usr/bin/env bash
# ccundo 1.1.1 undoes an edit of Claude Code by putting the old text in the place of the new one, and what it leaves is often not what was
# there. It takes the first place where the new text stands, not the one that was edited, though the result has the whole file of before
# (`originalFile`). And the old text goes in as a pattern of `String.replace`: in it, `$&` becomes the new text and `$$` one `$`, as
# in shell scripts, Makefiles and LaTeX. For each it says "File edit reverted" and "1 successful", exit code 0.
# Seen, before the edit, and after the undo: "low=1/high=2" and "low=2/high=1" (2 had become 1); "kill $$" and "kill $"; "s/x/($&)/g" and
# "s/x/(none)/g" (each had become "none").
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
import sys

SESSION, PROJECT = '11111111-1111-4111-8111-111111111111', os.path.realpath('project')
uuid = '00000000-0000-4000-8000-{:012d}'.format
path = f'{PROJECT}/file'
before, old, new = sys.argv[1:]
at = before.rindex(old)
after = before[:at] + new + before[at + len(old):]
call = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Edit', 'input': {'file_path': path, 'old_string': old, 'new_string': new}}
result = {'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': f'The file {path} has been updated successfully.'}
records = [
    {'type': 'user', 'message': {'role': 'user', 'content': 'Change the file.'}},
    {'type': 'assistant', 'message': {
        'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [call], 'stop_reason': 'tool_use',
        'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}},
    {'type': 'user', 'message': {'role': 'user', 'content': [result]}, 'toolUseResult': {
        'filePath': path, 'oldString': old, 'newString': new, 'originalFile': before, 'replaceAll': False, 'userModified': False,
        'structuredPatch': []}},
]
store = 'home/.claude/projects/' + re.sub('[^A-Za-z0-9]', '-', PROJECT)
os.makedirs(store, exist_ok=True)
with open(path, 'w') as file:
    file.write(after)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': PROJECT, 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
mkdir project
undone() {
  rm -rf home project/file
  python3 make.py "$@"
  (cd project && HOME="$folder/home" ../node_modules/.bin/ccundo undo toolu_1 --yes) >said
  grep -q '1 successful' said
  tr '\n' '/' <project/file
}
seen="$(undone $'low=1\nhigh=2' 2 1), $(undone 'kill $$' 'kill $$' none), $(undone 's/x/($&)/g' '$&' none)"
echo "$seen"
[ "$seen" = 'low=2/high=1, kill $, s/x/(none)/g' ]
