#!/usr/bin/env bash
# cchist 0.3.0: "batch clean" moves all empty conversations to its trash. Empty is what has no prompt, and a prompt that begins with "<" is
# none for it ("<li> or <p> here?"); empty is also where the model worked by tools alone, without a word between, and was stopped before
# its last one. Such sessions leave the list of Claude Code however much was done in them, and "empty trash" deletes them.
# Seen, of three sessions of a question and ten answers (plain; by tools alone; about a tag): the first stays, the others are in the trash.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet cchist==0.3.0
cat >make.py <<'PY'
import json
import os
import sys

folder, cwd = sys.argv[1:]
questions = {"1": "Shall the plums stay?", "2": "Write ten pages about plums.", "3": "<li> or <p> here?"}
for number, question in questions.items():
    session = f"{number * 8}-1111-4111-8111-111111111111"
    with open(os.path.join(folder, f"{session}.jsonl"), "w") as file:
        for count in range(1, 22 if number == "2" else 12):
            kind = "user" if count == 1 or number == "2" and count % 2 else "assistant"
            text = {"type": "text", "text": f"Answer {count}."}
            page = {"file_path": f"{cwd}/page{count}.txt", "content": "Plums."}
            call = {"type": "tool_use", "id": f"toolu_{count}", "name": "Write", "input": page}
            result = {"type": "tool_result", "tool_use_id": f"toolu_{count - 1}", "content": "File created successfully"}
            message = {"content": question if count == 1 else [result]} if kind == "user" else {
                "id": f"msg_{count}", "type": "message", "model": "claude-example", "stop_reason": "tool_use" if number == "2" else "end_turn",
                "content": [call if number == "2" else text], "usage": {"input_tokens": 10, "output_tokens": 5},
            }
            uuid = "00000000-0000-4000-8000-{:012d}".format
            print(json.dumps({
                "parentUuid": uuid(count - 1) if count > 1 else None, "isSidechain": False, "userType": "external", "cwd": cwd,
                "sessionId": session, "version": "2.1.332", "type": kind, "message": {"role": kind, **message},
                "uuid": uuid(count), "timestamp": f"2026-11-01T10:00:{count:02d}.000Z",
            }), file=file)
PY
export HOME="$PWD/home" CLAUDE_CONFIG_DIR="$PWD/home/.claude"
mkdir -p "$CLAUDE_CONFIG_DIR/projects/-srv-app" app
python3 make.py "$CLAUDE_CONFIG_DIR/projects/-srv-app" "$PWD/app"
venv/bin/python -c 'from cchist import core; core.batch_move_to_trash(core.cleanup_targets())'
number() { sed 's|.*/\(.\).*|\1|' | sort | paste -sd' '; }
seen="stays $(find "$CLAUDE_CONFIG_DIR/projects/-srv-app" -name '*.jsonl' | number), trash $(find home -path '*trash*' -name '*.jsonl' | number)"
echo "$seen"
[ "$seen" = 'stays 1, trash 2 3' ]
