#!/usr/bin/env bash
# claude-rescue 0.2.1: a session has one root for it, and more are "fragmented". A compaction of Claude Code begins a new root (the boundary
# has `parentUuid: null`, and names what is before it in `logicalParentUuid`), so every compacted session is in need of rescue, and
# `recover-all --in-place` takes out all that was said before the last compaction. The file of before is beside it, as `.bak`. After
# the next compaction it finds the session fragmented again, and the new `.bak` takes the place of the old one: no copy is left.
# Seen, of a sound session: "fragmented"; the pears are in .bak after the first compaction, and in no file after the second. Exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-rescue==0.2.1
cat >make.py <<'PY'
import json
import sys


def uuid(number):
    return None if number is None else f"00000000-0000-4000-8000-{number:012d}"


def record(number, parent, kind, **more):
    print(json.dumps({
        "parentUuid": uuid(parent), "isSidechain": False, "userType": "external", "cwd": "/srv/app",
        "sessionId": "11111111-1111-4111-8111-111111111111", "version": "2.1.332", "type": kind, **more,
        "uuid": uuid(number), "timestamp": f"2026-11-01T10:00:{number:02d}.000Z",
    }, separators=(",", ":")))


def user(number, parent, text, **more):
    record(number, parent, "user", message={"role": "user", "content": text}, **more)


def turn(number, parent, question, answer):
    user(number, parent, question)
    record(number + 1, number, "assistant", requestId=f"req_{number}", message={
        "id": f"msg_{number}", "type": "message", "role": "assistant", "model": "claude-example",
        "content": [{"type": "text", "text": answer}], "stop_reason": "end_turn", "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 5},
    })


def compaction(number, summary):
    record(number, None, "system", subtype="compact_boundary", content="Conversation compacted", isMeta=False, level="info",
           logicalParentUuid=uuid(number - 1), compactMetadata={"trigger": "manual", "preTokens": 1000})
    user(number + 1, number, summary, isCompactSummary=True, isVisibleInTranscriptOnly=True)


if sys.argv[1] == "first":
    turn(1, None, "Plant the pears.", "Planted.")
    compaction(3, "The garden was planted.")
    turn(5, 4, "And now?", "Water it.")
else:
    compaction(7, "The garden was planted, and wants water.")
    turn(9, 8, "And then?", "Wait.")
PY
export HOME="$PWD/home"
project="$HOME/.claude/projects/-srv-app"
session="$project/11111111-1111-4111-8111-111111111111.jsonl"
mkdir -p "$project"
pears() { find "$project" -type f -exec grep -l 'Plant the pears' {} + | sed 's/.*jsonl/session/' || true; }
seen=''
for half in first second; do
  python3 make.py "$half" >>"$session"
  seen="$seen$half: $(venv/bin/claude-rescue diagnose "$project" | grep -o 'healthy\|fragmented\|corrupted')"
  venv/bin/claude-rescue recover-all --in-place "$project" >/dev/null
  seen="$seen, pears in [$(pears)]; "
done
echo "$seen"
[ "$seen" = 'first: fragmented, pears in [session.bak]; second: fragmented, pears in []; ' ]
