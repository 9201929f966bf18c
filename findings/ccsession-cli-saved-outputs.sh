#!/usr/bin/env bash
# ccsession-cli 2.1.1 ("export, import, and restore Claude Code sessions"): a large output of a tool stands in a file of its own, and what Claude
# Code sends to the model is its beginning and the place of the rest ("Full output saved to: …/<session>/tool-results/…"). The export has
# the file, and the import puts it below the session under its new id. It writes the new place into `persistedOutputPath`, which the model
# never sees, and leaves the old one in the text. On another machine, or once the old session is deleted, the model is sent to a file
# that is not there.
# Seen, of a session moved to another home: "file there; persistedOutputPath names the new place; the text names the old place".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ccsession-cli==2.1.1
cat >make.py <<'PY'
import json
import os
import sys

home, cwd = sys.argv[1:]
SESSION = '11111111-1111-4111-8111-111111111111'
store = f'{home}/.claude/projects/{"".join(sign if sign.isalnum() else "-" for sign in cwd)}'
saved = f'{store}/{SESSION}/tool-results/b1x2y3z4w.txt'
shown = f'<persisted-output>\nOutput too large (48.7KB). Full output saved to: {saved}\n\nPreview (first 2KB):\npears\n</persisted-output>'


def answer(number, block):
    return 'assistant', {'message': {
        'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [block], 'stop_reason': 'end_turn',
        'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def user(content, **more):
    return 'user', {'message': {'role': 'user', 'content': content}, **more}


os.makedirs(os.path.dirname(saved))
with open(saved, 'w') as file:
    file.write('pears\n' * 8000)
records = [
    user('Which fruit?'), answer(1, {'type': 'tool_use', 'id': 'toolu_1', 'name': 'Bash', 'input': {'command': 'cat fruit'}}),
    user([{'tool_use_id': 'toolu_1', 'type': 'tool_result', 'content': shown}],
         toolUseResult={'stdout': 'pears', 'stderr': '', 'interrupted': False, 'persistedOutputPath': saved}),
    answer(2, {'type': 'text', 'text': f'Pears; the rest is in {os.path.basename(saved)}.'}),
    user('Thanks.'), answer(3, {'type': 'text', 'text': 'Gladly.'}),
]
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, (kind, record) in enumerate(records):
        file.write(json.dumps({
            'parentUuid': f'00000000-0000-4000-8000-00000000000{number - 1}' if number else None, 'isSidechain': False,
            'userType': 'external', 'cwd': cwd, 'sessionId': SESSION, 'version': '2.1.332', 'type': kind, **record,
            'uuid': f'00000000-0000-4000-8000-00000000000{number}', 'timestamp': f'2026-11-01T10:00:0{number}.000Z'}) + '\n')
PY
mkdir -p old new work there
python3 make.py "$PWD/old" "$PWD/work"
(cd work && HOME="$folder/old" ../venv/bin/ccsession -q export --session-id 11111111-1111-4111-8111-111111111111 \
  --output-dir "$folder/bundle") >/dev/null 2>&1
bundle=$(dirname "$(find bundle -name .ccsession-manifest.json)")
HOME="$PWD/new" venv/bin/ccsession -q import "$bundle" --project-path "$PWD/there" --non-interactive >/dev/null 2>&1
session=$(find new/.claude/projects -maxdepth 2 -name '*.jsonl')
[ -f "${session%.jsonl}/tool-results/b1x2y3z4w.txt" ] && seen='file there' || seen='file gone'
names() {
  for home in old new; do
    if grep -qE "$1$PWD/$home/\.claude" "$session"; then echo "the $home place"; fi
  done
}
seen="$seen; persistedOutputPath names $(names '"persistedOutputPath": *"'); the text names $(names 'Full output saved to: ')"
echo "$seen"
[ "$seen" = 'file there; persistedOutputPath names the new place; the text names the old place' ]
