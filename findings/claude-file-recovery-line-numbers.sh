#!/usr/bin/env bash
# claude-file-recovery 0.2.0: Claude Code puts a number before each line that the model reads, up to 2.1.81 with an arrow behind it
# ("     1→"), from 2.1.112 with a tab. Only those with an arrow are taken off. A file that was read whole counts as surer than the write
# before it, so of a newer session a file that was written and then read comes out with the numbers in it, though its text stands in the
# session without them as well. "1 extracted, 0 failed", exit code 0.
# Seen, for a file of two lines: arrow "pears/plums", tab "1	pears/2	plums".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-file-recovery==0.2.0
cat >make.py <<'PY'
import json
import sys

form, version = {"arrow": ("{:>6}→{}", "2.1.81"), "tab": ("{}\t{}", "2.1.332")}[sys.argv[1]]
path, content = "/srv/app/fruit.txt", "pears\nplums\n"
count = 0


def record(kind, message, **more):
    global count
    count += 1
    uuid = "00000000-0000-4000-8000-00000000000{}".format
    print(json.dumps({
        "parentUuid": uuid(count - 1) if count > 1 else None, "isSidechain": False, "userType": "external", "cwd": "/srv/app",
        "sessionId": "11111111-1111-4111-8111-111111111111", "version": version, "type": kind,
        "message": {"role": kind, **message}, **more, "uuid": uuid(count), "timestamp": f"2026-11-01T10:00:0{count}.000Z",
    }))


def call(name, inputs, said, result):
    call_id = f"toolu_{count}"
    record("assistant", {
        "id": f"msg_{count}", "type": "message", "model": "claude-example", "stop_reason": "tool_use",
        "content": [{"type": "tool_use", "id": call_id, "name": name, "input": {"file_path": path, **inputs}}],
        "usage": {"input_tokens": 10, "output_tokens": 5},
    })
    record("user", {"content": [{"type": "tool_result", "tool_use_id": call_id, "content": said}]}, toolUseResult=result)


lines = content.split("\n")
record("user", {"content": "Write the list and read it again."})
call("Write", {"content": content}, "File created successfully",
     {"type": "create", "filePath": path, "content": content, "structuredPatch": [], "originalFile": None})
call("Read", {}, "\n".join(form.format(number, line) for number, line in enumerate(lines, 1)),
     {"type": "text", "file": {"filePath": path, "content": content, "numLines": 3, "startLine": 1, "totalLines": 3}})
PY
seen=''
for form in arrow tab; do
  mkdir -p "$form/projects/-srv-app"
  python3 make.py "$form" >"$form/projects/-srv-app/11111111-1111-4111-8111-111111111111.jsonl"
  venv/bin/claude-file-recovery extract-files --claude-dir "$form" --output "out-$form" >said.txt
  grep -q '1 extracted, 0 skipped (no content), 0 failed' said.txt
  seen="$seen$form $(head -2 "$(find "out-$form" -name fruit.txt)" | paste -sd/); "
done
echo "$seen"
[ "$seen" = 'arrow pears/plums; tab 1	pears/2	plums; ' ]
