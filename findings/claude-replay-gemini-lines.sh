#!/usr/bin/env bash
# claude-replay 0.9.0: it takes sessions of Gemini CLI, and reads the JSON that older versions wrote. Of the same session in lines, as
# Gemini CLI 0.61.0 writes it, the page is empty: "no turns found after filtering", and exit code 0.
# Seen: 1 turn of the JSON; 0 turns of the lines, exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent claude-replay@0.9.0
head='"sessionId":"a0000001-0000-4000-8000-000000000001","projectHash":"9c72fbd4","startTime":"2026-11-02T06:40:42.985Z","lastUpdated":"2026-11-02T06:40:44.000Z"'
asked='"id":"m1","timestamp":"2026-11-02T06:40:43.000Z","type":"user"'
answered='{"id":"m2","timestamp":"2026-11-02T06:40:44.000Z","type":"gemini","content":"leeks planted"}'
printf '{%s,"messages":[{%s,"content":"plant leeks"},%s]}\n' "$head" "$asked" "$answered" >session.json
printf '{%s,"kind":"main"}\n{%s,"content":[{"text":"plant leeks"}]}\n%s\n' "$head" "$asked" "$answered" >session.jsonl
turns() { npx claude-replay "$1" -o page.html 2>&1 | grep -oE '[0-9]+ turns'; }
seen="json: $(turns session.json), lines: $(turns session.jsonl)"
npx claude-replay session.jsonl -o page.html >/dev/null 2>&1 && seen="$seen, exit code 0"
echo "$seen"
[ "$seen" = "json: 1 turns, lines: 0 turns, exit code 0" ]
