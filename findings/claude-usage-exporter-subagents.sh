#!/usr/bin/env bash
# claude-usage-exporter 0.1.2 ("exact"): a subagent of Claude Code has a file of its own below that of the session
# (`<session>/subagents/agent-<id>.jsonl`), with answers that stand nowhere else. The exporter reads the files of the project's folder alone, so
# what subagents spend, often the most of it, is in no series; nothing says so, though series by agent are what its labels are for.
# Seen: 110 tokens for a session of 110 whose subagent spent 1,010; ccusage 20.0.24 has 1120.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-usage-exporter==0.1.2
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
session=11111111-1111-4111-8111-111111111111
project="$PWD/home/.claude/projects/-srv-app"
mkdir -p "$project/$session/subagents"
answer() { # number, isSidechain, output tokens, more
  cat <<JSONL
{"parentUuid":null,"isSidechain":$2,"userType":"external","cwd":"/srv/app","sessionId":"$session","version":"2.1.332","type":"assistant","requestId":"req_$1","message":{"id":"msg_$1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{"type":"text","text":"Pears."}],"stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":$3}},"uuid":"00000000-0000-4000-8000-00000000000$1","timestamp":"2026-11-01T10:00:0$1.000Z"$4}
JSONL
}
answer 1 false 100 '' >"$project/$session.jsonl"
answer 2 true 1000 ',"agentId":"a1b2c3d"' >"$project/$session/subagents/agent-a1b2c3d.jsonl"
export HOME="$PWD/home"
exported=$(venv/bin/claude-usage-exporter --dry-run 2>/dev/null | awk '{ sum += $NF } END { print sum }')
CLAUDE_CONFIG_DIR="$HOME/.claude" node_modules/.bin/ccusage claude daily --json --offline >ccusage.json
seen="exporter $exported, ccusage $(node -p "JSON.parse(require('fs').readFileSync('ccusage.json', 'utf8')).totals.totalTokens")"
echo "$seen"
[ "$seen" = 'exporter 110, ccusage 1120' ]
