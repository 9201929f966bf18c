#!/usr/bin/env bash
# ccusage 20.0.24: the prompt tokens of Qwen Code hold the cached ones (`promptTokenCount` and `cachedContentTokenCount`, as in the
# API that its records follow). ccusage takes them apart for Gemini CLI, for Qwen Code it adds them up: cached tokens count twice, once
# at the price of fresh ones. The total that the record itself names is not looked at.
# Seen: of an answer of 100 prompt tokens (40 of them cached), 12 and 4 thoughts, total 116: qwen 100 + 40, 156 in all; gemini 60 + 40, 116.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
id=1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d
mkdir -p home/.qwen/projects/-home-a/chats home/.gemini/tmp/a/chats
echo /home/a >home/.gemini/tmp/a/.project_root
cat >"home/.qwen/projects/-home-a/chats/$id.jsonl" <<EOF
{"uuid":"000000a1-0000-4000-8000-000000000001","parentUuid":null,"sessionId":"$id","timestamp":"2026-05-04T09:30:00.000Z","type":"user","cwd":"/home/a","version":"0.24.4","message":{"role":"user","parts":[{"text":"Which fruit?"}]}}
{"uuid":"000000a2-0000-4000-8000-000000000002","parentUuid":"000000a1-0000-4000-8000-000000000001","sessionId":"$id","timestamp":"2026-05-04T09:30:01.000Z","type":"assistant","cwd":"/home/a","version":"0.24.4","model":"qwen3-coder","message":{"role":"model","parts":[{"text":"Pears."}]},"usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":40,"candidatesTokenCount":12,"thoughtsTokenCount":4,"totalTokenCount":116}}
EOF
cat >"home/.gemini/tmp/a/chats/session-2026-05-04T09-30-1a2b3c4d.jsonl" <<EOF
{"sessionId":"$id","projectHash":"a","startTime":"2026-05-04T09:30:00.000Z","lastUpdated":"2026-05-04T09:30:00.000Z","kind":"main"}
{"id":"00000001-0000-4000-8000-000000000000","timestamp":"2026-05-04T09:30:00.000Z","type":"user","content":[{"text":"Which fruit?"}]}
{"id":"00000002-0000-4000-8000-000000000000","timestamp":"2026-05-04T09:30:01.000Z","type":"gemini","model":"gemini-2.5-pro","content":"Pears.","thoughts":[],"tokens":{"input":100,"output":12,"cached":40,"thoughts":4,"tool":0,"total":116}}
EOF
seen=''
for kind in qwen gemini; do
  HOME="$PWD/home" node_modules/.bin/ccusage "$kind" daily --json --offline >"$kind.json"
  seen="$seen$kind $(node -p "const t = JSON.parse(require('fs').readFileSync('$kind.json', 'utf8')).totals; [t.inputTokens, t.cacheReadTokens, t.totalTokens].join(' ')"); "
done
echo "$seen"
test "$seen" = 'qwen 100 40 156; gemini 60 40 116; '
