#!/usr/bin/env bash
# ccusage 20.0.24: a fork or clone in Pi is a new file with the records of the path up to there, under their old ids, and its header names
# the source (`parentSession`). ccusage adds up both files, so every answer before the fork is paid for again with each fork, at the cost
# that Pi itself wrote down once. Of Claude Code it counts an answer once, in however many sessions it stands.
# Seen: 110 tokens and $0.45 for one answer; 330 and $1.35 with two forks of it, in which nothing was asked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
sessions=home/.pi/agent/sessions/--srv-app--
mkdir -p "$sessions"
session() { # number, more of the header
  id=019d0000-0000-7000-8000-00000000000$1
  cat >"$sessions/2026-05-01T10-0$1-00-000Z_$id.jsonl" <<JSONL
{"type":"session","version":3,"id":"$id","timestamp":"2026-05-01T10:0$1:00.000Z","cwd":"/srv/app"$2}
{"type":"message","id":"000000a1","parentId":null,"timestamp":"2026-05-01T10:01:01.000Z","message":{"role":"user","content":[{"type":"text","text":"Which fruit?"}],"timestamp":1777629661000}}
{"type":"message","id":"000000a2","parentId":"000000a1","timestamp":"2026-05-01T10:01:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Pears."}],"api":"openai-completions","provider":"example","model":"example","usage":{"input":100,"output":10,"cacheRead":0,"cacheWrite":0,"reasoning":0,"totalTokens":110,"cost":{"input":0.3,"output":0.15,"cacheRead":0,"cacheWrite":0,"total":0.45}},"stopReason":"stop","timestamp":1777629662000}}
JSONL
}
count() {
  HOME="$PWD/home" node_modules/.bin/ccusage pi daily --json --offline >said.json
  node -p "const t = JSON.parse(require('fs').readFileSync('said.json', 'utf8')).totals; t.totalTokens + ' ' + t.totalCost.toFixed(2)"
}
session 1 ''
source="/home/a/.pi/agent/sessions/--srv-app--/2026-05-01T10-01-00-000Z_019d0000-0000-7000-8000-000000000001.jsonl"
seen="one $(count); "
session 2 ",\"parentSession\":\"$source\""
session 3 ",\"parentSession\":\"$source\""
seen="${seen}with forks $(count)"
echo "$seen"
[ "$seen" = 'one 110 0.45; with forks 330 1.35' ]
