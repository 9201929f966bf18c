#!/usr/bin/env bash
# claude-code-to-sqlite 0.1.0: Claude Code writes an answer as one record a block, each with the message's id and the usage of the whole
# answer. The importer adds up the usage of all records, and keeps neither the id of the message nor that of the request, so an answer that
# thinks, speaks and calls two tools counts four times, and no query on the database can put it right.
# Seen, of one answer of 1,000 tokens in and 50 out: 1050 where it is one block; 4200 where the same answer is four.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-code-to-sqlite==0.1.0
cat >make.py <<'PY'
import json
import sys


def uuid(number):
    return f"00000000-0000-4000-8000-{number:012d}"


def record(number, kind, message, **more):
    print(json.dumps({
        "parentUuid": uuid(number - 1) if number else None, "isSidechain": False, "userType": "external", "cwd": "/srv/app",
        "sessionId": f"{sys.argv[1] * 8}-1111-4111-8111-111111111111", "version": "2.1.332", "type": kind, "message": message,
        "uuid": uuid(number), "timestamp": f"2026-11-01T10:00:{number:02d}.000Z", **more,
    }, separators=(",", ":")))


blocks = [
    {"type": "thinking", "thinking": "Two files.", "signature": "AAAA"},
    {"type": "text", "text": "I read both."},
    {"type": "tool_use", "id": "toolu_1", "name": "Read", "input": {"file_path": "/srv/app/a"}},
    {"type": "tool_use", "id": "toolu_2", "name": "Read", "input": {"file_path": "/srv/app/b"}},
][-int(sys.argv[1]):]
record(0, "user", {"role": "user", "content": "What is in a and b?"})
for number, block in enumerate(blocks, 1):
    record(number, "assistant", {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-example", "content": [block],
        "stop_reason": "tool_use", "stop_sequence": None, "usage": {"input_tokens": 1000, "output_tokens": 50},
    }, requestId="req_1")
PY
seen=''
for blocks in 1 4; do
  session="$blocks$blocks$blocks$blocks$blocks$blocks$blocks$blocks-1111-4111-8111-111111111111"
  python3 make.py "$blocks" >"$session.jsonl"
  venv/bin/claude-code-to-sqlite session "$blocks.db" "$session.jsonl" >/dev/null
  seen="$seen$blocks: $(python3 -c "
import sqlite3
print(*sqlite3.connect('$blocks.db').execute('select total_tokens from sessions').fetchone())"); "
done
columns=$(python3 -c "
import sqlite3
print(*(row[1] for row in sqlite3.connect('4.db').execute('pragma table_info(messages)')))")
case " $columns " in *' message_id '* | *' request_id '* | *' api_message_id '*) seen="${seen}ids kept" ;; *) seen="${seen}ids gone" ;; esac
echo "$seen"
[ "$seen" = '1: 1050; 4: 4200; ids gone' ]
