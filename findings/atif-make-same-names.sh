#!/usr/bin/env bash
# atif-make 0.10.0: converting a folder names each result after its file alone. Two logs of one name in two folders, as projects have
# them, become one file: the later takes the place of the earlier, and the last line counts both as converted. Exit code 0.
# Seen: "2 converted", and 1 file, with the words of the second log.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet atif-make==0.10.0
for name in first second; do
  mkdir -p "logs/$name"
  cat >"logs/$name/session.json" <<EOF
{"schema_version":"ATIF-v1.7","session_id":"$name","agent":{"name":"example","version":"1.0"},
 "steps":[{"step_id":1,"source":"user","message":"the $name question"}]}
EOF
done
venv/bin/atif-make convert logs -o out >said.txt 2>&1
files=$(find out -type f | wc -l)
seen="$(grep -o '^[0-9]* converted' said.txt), $files file: $(grep -o 'the [a-z]* question' out/*)"
echo "$seen"
[ "$seen" = "2 converted, 1 file: the second question" ]
