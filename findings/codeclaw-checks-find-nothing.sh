#!/usr/bin/env bash
# codeclaw 0.4.6 makes a data set of conversations "as structured training data", to be published. Before that it has the person search the export
# for names and addresses, and prints the commands (`grep -i 'your_name' …/ds.jsonl` and four more). The export is encrypted by default, key
# and all made at the first one, so what it calls "JSONL file" is one line of ciphertext: the searches find nothing, whatever is in it, and
# the person sees a clean data set. `codeclaw confirm`, which can read it, finds the same words.
# Seen, of a session with a name and an address: "JSONL file: no JSON; its own greps: 0 names, 0 addresses; confirm: 1 names, 1 addresses".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet codeclaw==0.4.6
cat >make.py <<'PY'
import json
import os

SESSION, STORE = '11111111-1111-4111-8111-111111111111', 'home/.claude/projects/-srv-app'
texts = ['Tell Orville Example of the pears, on 10.20.30.40.', 'Orville Example will know.', 'Thanks.', 'Gladly.']
os.makedirs(STORE)
with open(f'{STORE}/{SESSION}.jsonl', 'w') as file:
    for number, text in enumerate(texts):
        answer = number % 2
        message = {'role': 'user', 'content': text} if not answer else {
            'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
            'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
        file.write(json.dumps({
            'parentUuid': f'00000000-0000-4000-8000-{number - 1:012d}' if number else None, 'isSidechain': False, 'userType': 'external',
            'cwd': '/srv/app', 'sessionId': SESSION, 'version': '2.1.332', 'type': 'assistant' if answer else 'user', 'message': message,
            'uuid': f'00000000-0000-4000-8000-{number:012d}', 'timestamp': f'2026-11-01T10:00:{number:02d}.000Z'}) + '\n')
PY
cat >field.py <<'PY'
import json
import sys

text = sys.stdin.read()
value = json.loads(text[text.index('{'):])
for name in sys.argv[1:]:
    value = value.get(name, []) if isinstance(value, dict) else value
print(len(value) if isinstance(value, list) else value)
PY
python3 make.py
export HOME="$PWD/home" NO_COLOR=1
venv/bin/codeclaw prep --source claude >/dev/null 2>&1
venv/bin/codeclaw export --no-push --source claude --all-projects --output "$PWD/ds.jsonl" >said.txt 2>/dev/null </dev/null
kind=$(python3 -c 'import json; json.loads(open("ds.jsonl").readline()); print("JSON")' 2>/dev/null || echo 'no JSON')
of() { (bash -c "$(grep -F "$1" said.txt | grep -o 'grep -.*' | head -1 | sed 's/your_name/orville/')" || true) | wc -l; }
names=$(of "grep -i 'your_name'")
addresses=$(of '[0-9]{1,3}\.[0-9]{1,3}')
venv/bin/codeclaw confirm --file "$PWD/ds.jsonl" --full-name 'Orville Example' \
  --attest-full-name 'Asked for full name and scanned export for Orville Example.' \
  --attest-sensitive 'Asked about company, client and internal names and private URLs; user response recorded and redactions updated.' \
  --attest-manual-scan 'Manually scanned 20 sessions across beginning, middle and end and reviewed findings with the user.' >confirm.txt 2>&1
seen="$(grep -o 'JSONL file' said.txt | head -1): $kind; its own greps: $names names, $addresses addresses"
seen="$seen; confirm: $(python3 field.py full_name_scan match_count <confirm.txt) names"
seen="$seen, $(python3 field.py pii_scan ip_addresses <confirm.txt) addresses"
echo "$seen"
[ "$seen" = 'JSONL file: no JSON; its own greps: 0 names, 0 addresses; confirm: 1 names, 1 addresses' ]
