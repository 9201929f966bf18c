#!/usr/bin/env bash
# claude-file-recovery 0.2.0: it puts files together again from the calls in Claude Code's sessions. A call that the person refused never
# touched the file (its result has `is_error`, and says so), yet it is carried out here: an edit that was refused is in the recovered
# file, and a refused write takes the place of all that the file held. The screen of the tool marks such calls, extract-files tells of none.
# Seen: edit "salt: a pinch" (refused: a sack), extracted "salt: a sack"; write "one / two" (refused: nothing left), extracted
# "nothing left"; exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-file-recovery==0.2.0
mkdir -p home/projects/-srv-app
cat >make.py <<'PY'
import json

SESSION = "11111111-1111-4111-8111-111111111111"
count = 0


def record(kind, message, **more):
    global count
    count += 1
    uuid = "00000000-0000-4000-8000-{:012d}".format
    print(json.dumps({
        "parentUuid": uuid(count - 1) if count > 1 else None, "isSidechain": False, "userType": "external", "cwd": "/srv/app",
        "sessionId": SESSION, "version": "2.1.332", "type": kind, "message": {"role": kind, **message}, **more,
        "uuid": uuid(count), "timestamp": f"2026-11-01T10:00:{count:02d}.000Z",
    }))


def call(name, path, inputs, result=None):
    call_id = f"toolu_{count}"
    record("assistant", {
        "id": f"msg_{count}", "type": "message", "model": "claude-example", "stop_reason": "tool_use",
        "content": [{"type": "tool_use", "id": call_id, "name": name, "input": {"file_path": path, **inputs}}],
        "usage": {"input_tokens": 10, "output_tokens": 5},
    })
    block = {"type": "tool_result", "tool_use_id": call_id, "content": "File created successfully"}
    if result is None:
        block |= {"content": "The person refused this call. The file was not written.", "is_error": True}
    record("user", {"content": [block]}, toolUseResult=result or f"Error: {block['content']}")


def created(path, content):
    made = {"type": "create", "filePath": path, "content": content, "structuredPatch": [], "originalFile": None}
    call("Write", path, {"content": content}, made)


record("user", {"content": "Write the recipe and the list."})
created("/srv/app/recipe.txt", "salt: a pinch\n")
created("/srv/app/list.txt", "one\ntwo\n")
call("Edit", "/srv/app/recipe.txt", {"old_string": "a pinch", "new_string": "a sack", "replace_all": False})
call("Write", "/srv/app/list.txt", {"content": "nothing left\n"})
PY
python3 make.py >"home/projects/-srv-app/11111111-1111-4111-8111-111111111111.jsonl"
venv/bin/claude-file-recovery extract-files --claude-dir home --output out >said.txt
seen="$(cat "$(find out -name recipe.txt)"); $(cat "$(find out -name list.txt)")"
echo "$seen"
grep -qi 'error\|refus\|reject' said.txt && exit 1
[ "$seen" = "salt: a sack; nothing left" ]
