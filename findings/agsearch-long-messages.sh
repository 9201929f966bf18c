#!/usr/bin/env bash
# agsearch 0.2.0 ("searches what was actually said"): of each message, the first 4,000 characters are in the index, line ends and blanks
# counted as one blank. A word behind that is not found: "No matches.", as for a word that was never said. Plans, reviews and pasted logs
# are longer. Neither the help, the read-me nor the result names the limit, and `agsearch read` prints the same message to its end.
# Seen, for a word that ends at character 4,000 and one that begins behind it, each in an answer of one line: found, not found, read has both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet agsearch==0.2.0
cat >make.py <<'PY'
import json
import sys

word, end, number = sys.argv[1], int(sys.argv[2]), sys.argv[3]
session = f"{number * 8}-1111-4111-8111-111111111111"


def record(count, kind, message):
    uuid = "00000000-0000-4000-8000-00000000000{}".format
    print(json.dumps({
        "parentUuid": uuid(count - 1) if count > 1 else None, "isSidechain": False, "userType": "external", "cwd": "/srv/app",
        "sessionId": session, "version": "2.1.332", "type": kind, "message": {"role": kind, **message},
        "uuid": uuid(count), "timestamp": f"2026-11-01T10:00:0{count}.000Z",
    }))


plan = ("plan " * 1000)[: end - len(word) - 1].rstrip()
plan += "." * (end - len(word) - 1 - len(plan)) + f" {word} and so on."
record(1, "user", {"content": "Plan the garden."})
record(2, "assistant", {
    "id": "msg_1", "type": "message", "model": "claude-example", "stop_reason": "end_turn", "stop_sequence": None,
    "content": [{"type": "text", "text": plan}], "usage": {"input_tokens": 10, "output_tokens": 5},
})
PY
export HOME="$PWD/home"
projects="$HOME/.claude/projects/-srv-app"
mkdir -p "$projects"
python3 make.py quinces 4000 1 >"$projects/11111111-1111-4111-8111-111111111111.jsonl"
python3 make.py medlars 4008 2 >"$projects/22222222-1111-4111-8111-111111111111.jsonl"
seen=''
for word in quinces medlars; do
  if venv/bin/agsearch -n "$word" >said.txt 2>&1; then seen="$seen$word found, "; else seen="$seen$word $(grep -o 'No matches' said.txt), "; fi
done
for id in 11111111 22222222; do
  seen="$seen$(venv/bin/agsearch read "$id-1111-4111-8111-111111111111" --full | grep -o 'quinces\|medlars' | sort -u) read "
done
echo "$seen"
[ "$seen" = 'quinces found, medlars No matches, quinces read medlars read ' ]
