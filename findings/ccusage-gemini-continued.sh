#!/usr/bin/env bash
# ccusage 20.0.24: Gemini CLI 0.61.0, asked to resume a session of an older version (`session-….json`), writes all its messages to
# `session-….jsonl` beside it and leaves the old file. Both name one session, the messages keep their ids, Gemini CLI lists one. ccusage
# adds both up, so all that was spent before the resume counts twice.
# Seen: 116 tokens of the old file alone; 232 with the new one, in which nothing was asked; 116 again without the old one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
chats=home/.gemini/tmp/a/chats
mkdir -p "$chats"
echo /home/a >home/.gemini/tmp/a/.project_root
name=session-2026-05-04T09-30-1a2b3c4d
header='"sessionId":"1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d","projectHash":"a","startTime":"2026-05-04T09:30:00.000Z","lastUpdated":"2026-05-04T09:30:01.000Z","kind":"main"'
question='{"id":"00000001-0000-4000-8000-000000000000","timestamp":"2026-05-04T09:30:00.000Z","type":"user","content":[{"text":"Which fruit?"}]}'
answer='{"id":"00000002-0000-4000-8000-000000000000","timestamp":"2026-05-04T09:30:01.000Z","type":"gemini","model":"gemini-2.5-pro","content":"Pears.","thoughts":[],"tokens":{"input":100,"output":12,"cached":40,"thoughts":4,"tool":0,"total":116}}'
count() {
  HOME="$PWD/home" node_modules/.bin/ccusage gemini daily --json --offline >said.json
  node -p "JSON.parse(require('fs').readFileSync('said.json', 'utf8')).totals.totalTokens"
}
echo "{$header,\"messages\":[$question,$answer]}" >"$chats/$name.json"
seen="old $(count)"
printf '{%s}\n%s\n%s\n' "$header" "$question" "$answer" >"$chats/$name.jsonl"
seen="$seen, both $(count)"
rm "$chats/$name.json"
seen="$seen, new $(count)"
echo "$seen"
[ "$seen" = 'old 116, both 232, new 116' ]
