#!/usr/bin/env bash
# codex-transcripts 0.1.1: a turn that the user took back (`thread_rolled_back`, which Codex writes for a rewind, and behind which it no
# longer sends that turn) is on the page like any other, between those that stand, and counts as a prompt.
# Seen: 3 prompts of a thread with two, "taken back" among them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet codex-transcripts==0.1.1
id=0199a000-0000-7000-8000-000000000001
record() { printf '{"timestamp":"2026-11-01T10:00:0%d.000Z","type":"%s","payload":{%s}}\n' "$@"; }
turn() {
  record "$1" event_msg "\"type\":\"task_started\",\"turn_id\":\"$1\""
  record "$1" response_item "\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"$2\"}]"
  record "$1" event_msg "\"type\":\"user_message\",\"message\":\"$2\",\"images\":[]"
  record "$1" event_msg '"type":"agent_message","message":"done"'
  record "$1" response_item '"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]'
}
{
  record 0 session_meta "\"id\":\"$id\",\"timestamp\":\"2026-11-01T10:00:00.000Z\",\"cwd\":\"/srv/app\",\"originator\":\"codex_cli_rs\",\"cli_version\":\"0.100.0\",\"source\":\"cli\""
  turn 1 'plant leeks'
  turn 2 'taken back'
  record 3 event_msg '"type":"thread_rolled_back","num_turns":1'
  turn 4 'water them'
} >"rollout-2026-11-01T10-00-00-$id.jsonl"
venv/bin/codex-transcripts json rollout-*.jsonl -o out >said.txt 2>&1
seen="$(grep -o '[0-9]* prompts' said.txt), $(grep -o 'taken back' out/page-001.html | sort -u)"
echo "$seen"
[ "$seen" = "3 prompts, taken back" ]
