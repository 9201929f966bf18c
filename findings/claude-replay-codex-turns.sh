#!/usr/bin/env bash
# claude-replay 0.9.0: a turn of Codex begins with `task_started` alone. Rollouts of versions that wrote none (0.66.0 is one) become an
# empty page with exit code 0, though each question and answer is there as `user_message` and `agent_message`, and as response items.
# Seen: 0 turns without `task_started`, 1 turn with it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent claude-replay@0.9.0
id=0199a000-0000-7000-8000-000000000001
record() { printf '{"timestamp":"2025-12-09T10:00:0%d.000Z","type":"%s","payload":{%s}}\n' "$@"; }
meta() { record 0 session_meta "\"id\":\"$id\",\"timestamp\":\"2025-12-09T10:00:00.000Z\",\"cwd\":\"/srv/app\",\"originator\":\"codex_cli_rs\",\"cli_version\":\"0.66.0\",\"source\":\"cli\""; }
turn() {
  record 2 response_item '"type":"message","role":"user","content":[{"type":"input_text","text":"plant leeks"}]'
  record 2 event_msg '"type":"user_message","message":"plant leeks","images":[]'
  record 3 event_msg '"type":"agent_message","message":"leeks planted"'
  record 3 response_item '"type":"message","role":"assistant","content":[{"type":"output_text","text":"leeks planted"}]'
}
{ meta; turn; } >without.jsonl
{ meta; record 1 event_msg '"type":"task_started","turn_id":"1"'; turn; } >with.jsonl
turns() { npx claude-replay "$1" -o page.html 2>&1 | grep -oE '[0-9]+ turns'; }
seen="without: $(turns without.jsonl), with: $(turns with.jsonl)"
npx claude-replay without.jsonl -o page.html >/dev/null 2>&1 && seen="$seen, exit code 0"
echo "$seen"
[ "$seen" = "without: 0 turns, with: 1 turns, exit code 0" ]
