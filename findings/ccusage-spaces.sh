#!/usr/bin/env bash
# ccusage 20.0.24: a session of Claude Code whose JSON has spaces behind colons and commas counts nothing, without a word and with
# exit code 0. jq -c and JSON.stringify write none, Python's json.dumps does, so a session that a script has rewritten (a folder
# renamed, a secret taken out) leaves the bill. Claude Code itself goes on with it.
# Seen: 15 tokens for a compact line, 0 for the same line by json.dumps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
cat >make.py <<'PY'
import json
import sys

record = {
    'type': 'assistant', 'uuid': '00000000-0000-4000-8000-000000000001', 'parentUuid': None, 'requestId': 'req_1',
    'sessionId': '11111111-1111-4111-8111-111111111111', 'timestamp': '2026-05-01T10:00:00.000Z', 'cwd': '/home/a/app',
    'version': '2.1.332',
    'message': {
        'id': 'msg_1', 'type': 'message', 'role': 'assistant', 'model': 'claude-sonnet-4-5-20250929',
        'content': [{'type': 'text', 'text': 'Pears.'}], 'usage': {'input_tokens': 10, 'output_tokens': 5},
    },
}
print(json.dumps(record, separators=(',', ':')) if sys.argv[1] == 'compact' else json.dumps(record))
PY
seen=''
for form in compact spaced; do
  mkdir -p "$form/.claude/projects/-home-a-app"
  python3 make.py "$form" >"$form/.claude/projects/-home-a-app/11111111-1111-4111-8111-111111111111.jsonl"
  HOME="$PWD/$form" CLAUDE_CONFIG_DIR="$PWD/$form/.claude" node_modules/.bin/ccusage claude daily --json --offline >"$form.json"
  seen="$seen$form $(node -p "JSON.parse(require('fs').readFileSync('$form.json', 'utf8')).totals.totalTokens"); "
done
echo "$seen"
test "$seen" = 'compact 15; spaced 0; '
