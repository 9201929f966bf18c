#!/usr/bin/env bash
# claude-snap 0.4.1, "lossless": a result with the words of an earlier one (an empty output, a file read again) is packed as a reference to
# that record. Unpack copies the earlier record and puts ten members of the new one back, such as its id and time. The folder and the
# branch (`cwd`, `gitBranch`) are not among them: the restored session says that a command ran in another folder and on another branch
# than it did. Pack and unpack both exit with 0, and the counts agree.
# Seen: "/srv/app main, /srv/app/site release" before, "/srv/app main, /srv/app main" after, of two commands without output.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-snap==0.4.1
cat >make.py <<'PY'
import json

count = 0


def record(kind, message, cwd, branch, **more):
    global count
    count += 1
    uuid = "00000000-0000-4000-8000-00000000000{}".format
    print(json.dumps({
        "parentUuid": uuid(count - 1) if count > 1 else None, "isSidechain": False, "userType": "external", "cwd": cwd,
        "sessionId": "11111111-1111-4111-8111-111111111111", "version": "2.1.332", "gitBranch": branch, "type": kind,
        "message": {"role": kind, **message}, **more, "uuid": uuid(count), "timestamp": f"2026-11-01T10:00:0{count}.000Z",
    }))


def command(text, cwd, branch):
    call = f"toolu_{count}"
    record("assistant", {
        "id": f"msg_{count}", "type": "message", "model": "claude-example", "stop_reason": "tool_use",
        "content": [{"type": "tool_use", "id": call, "name": "Bash", "input": {"command": text}}],
        "usage": {"input_tokens": 10, "output_tokens": 5},
    }, cwd, branch)
    record("user", {"content": [{"type": "tool_result", "tool_use_id": call, "content": "", "is_error": False}]}, cwd, branch,
           toolUseResult={"stdout": "", "stderr": "", "interrupted": False, "isImage": False})


record("user", {"content": "Build both."}, "/srv/app", "main")
command("make", "/srv/app", "main")
command("make release", "/srv/app/site", "release")
PY
cat >told.py <<'PY'
import json
import sys

records = [json.loads(line) for line in open(sys.argv[1])]
print(", ".join(f"{r['cwd']} {r['gitBranch']}" for r in records if "toolUseResult" in r))
PY
python3 make.py >session.jsonl
venv/bin/claude-snap pack session.jsonl -o packed.jsonl >/dev/null
venv/bin/claude-snap unpack packed.jsonl -o restored.jsonl >/dev/null
seen="$(python3 told.py session.jsonl); $(python3 told.py restored.jsonl)"
echo "$seen"
[ "$seen" = "/srv/app main, /srv/app/site release; /srv/app main, /srv/app main" ]
