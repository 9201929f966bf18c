#!/usr/bin/env bash
# Gemini CLI 0.61.0: `--list-sessions` deletes conversations. `--resume` starts a file of its own under the id of the session, with a
# header and text of the program alone; a list finds that file without a question, and deletes with it every file whose name ends in the
# same eight characters, the conversation of this day too. Retention is 30 days, and nothing is said.
# Seen: after three lists the conversation is there; after up to three more, with such a file beside it, it is gone. A list that ends
# before its clean-up has deleted both leaves one of them to the next.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @google/gemini-cli@0.61.0 >/dev/null
mkdir -p work home/.gemini/tmp/work/chats
chats=home/.gemini/tmp/work/chats
work=$(cd work && pwd -P)
printf %s "$work" >home/.gemini/tmp/work/.project_root
printf '{"projects":{"%s":"work"}}' "$work" >home/.gemini/projects.json
echo '{"privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false},"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}}}' >home/.gemini/settings.json
now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)
header="{\"sessionId\":\"1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d\",\"projectHash\":\"a\",\"startTime\":\"$now\",\"lastUpdated\":\"$now\",\"kind\":\"main\"}"
question="{\"id\":\"00000001-0000-4000-8000-000000000000\",\"timestamp\":\"$now\",\"type\":\"user\",\"content\":[{\"text\":\"Which fruit?\"}]}"
answer="{\"id\":\"00000002-0000-4000-8000-000000000000\",\"timestamp\":\"$now\",\"type\":\"gemini\",\"content\":\"Pears.\"}"
# No request leaves the machine: the address of the model is a closed port.
list() {
  (cd work && env -i PATH="$PATH" HOME="$folder/home" TERM=dumb NO_COLOR=1 GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9 \
    GEMINI_CLI_NO_RELAUNCH=1 node ../node_modules/.bin/gemini --list-sessions)
}
conversation=$chats/session-${now:0:10}T01-00-1a2b3c4d.jsonl
lists() {
  for _ in 1 2 3; do
    list >said 2>&1
    [ -e "$conversation" ] || break
  done
  [ -e "$conversation" ] && echo kept || echo deleted
}
printf '%s\n' "$header" "$question" "$answer" >"$conversation"
seen="alone $(lists)"
grep -q 'Which fruit?' said
printf '%s\n' "$header" >"$chats/session-${now:0:10}T02-00-1a2b3c4d.jsonl"
seen="$seen, beside the file of a resume $(lists)"
echo "$seen"
[ "$seen" = 'alone kept, beside the file of a resume deleted' ]
