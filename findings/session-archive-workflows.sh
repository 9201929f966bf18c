#!/usr/bin/env bash
# session-archive 0.1.0 ("full-fidelity backup", each archive "verified byte-for-byte before the original is deleted"): its index has one
# entry a file name, whatever the folder. Claude Code keeps the course of each run of a workflow in a `journal.jsonl` below the session
# (`<session>/subagents/workflows/<run>/journal.jsonl`). Of several, each is archived and removed from the store; the entry of the last
# replaces the others, so `list` names one, `restore journal` brings back one, and no command reaches the rest. Exit code 0.
# Seen, of two sessions of 40 days ago with a run each: 4 archived, 3 listed; once all that is listed is restored, 1 of 2 journals.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet session-archive==0.1.0
export HOME="$PWD/home"
project="$HOME/.claude/projects/-srv-app"
for digit in 1 2; do
  id="$digit$digit$digit$digit$digit$digit$digit$digit-1111-4111-8111-111111111111"
  run="$project/$id/subagents/workflows/wf_$digit"
  mkdir -p "$run"
  cat >"$project/$id.jsonl" <<JSON
{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/srv/app","sessionId":"$id","version":"2.1.332","type":"user","message":{"role":"user","content":"Plant the pears."},"uuid":"00000000-0000-4000-8000-000000000001","timestamp":"2026-10-01T10:00:01.000Z"}
JSON
  echo "{\"type\":\"started\",\"key\":\"v2:0$digit\",\"agentId\":\"a00000$digit\"}" >"$run/journal.jsonl"
done
find "$project" -type f -exec touch -d '40 days ago' {} +
archived=$(venv/bin/session-archive archive | grep -o '[0-9]* archived')
left=$(find "$project" -name '*.jsonl' | wc -l)
venv/bin/session-archive list | grep 'msgs=' | cut -d' ' -f1 >listed.txt
while read -r id; do venv/bin/session-archive restore "$id" >/dev/null; done <listed.txt
journals=$(find "$project" -name journal.jsonl | wc -l)
seen="$archived, $left left, $(wc -l <listed.txt) listed, $journals journal restored"
echo "$seen"
[ "$seen" = '4 archived, 0 left, 3 listed, 1 journal restored' ]
