#!/usr/bin/env bash
# claudepath 1.1.2 ("move Claude Code projects without losing session history"): Claude Code keeps the sessions of each folder it was started
# in apart: those of a subfolder (a package, an example) are not below those of the project. `claudepath mv` moves the folder with all
# below it, but takes along the sessions of the folder itself alone. Those of the subfolder stay under a path that is gone, where
# Claude Code does not look, while their prompts in history.jsonl now name the new path. "Done!", exit code 0, no word of them.
# Seen, of the folder of a session, its cwd and the folder of its prompt: -moved, /moved, /moved for the project; -app-site, /app/site,
# /moved/site for what was asked in its folder site.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claudepath==1.1.2
here=$(pwd -P)
mkdir -p app/site home
cat >make.py <<'PY'
import json
import os
import re
import sys

root, claude = sys.argv[1:]
for number, cwd in enumerate((f"{root}/app", f"{root}/app/site"), 1):
    session = f"{number}1111111-1111-4111-8111-111111111111"
    sessions = f"{claude}/projects/{re.sub('[^A-Za-z0-9]', '-', cwd)}"
    os.makedirs(sessions)
    record = {
        "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": cwd, "sessionId": session, "version": "2.1.332",
        "type": "user", "message": {"role": "user", "content": "Which fruit?"},
        "uuid": f"00000000-0000-4000-8000-00000000000{number}", "timestamp": "2026-11-01T10:00:00.000Z",
    }
    with open(f"{sessions}/{session}.jsonl", "w") as file:
        print(json.dumps(record), file=file)
    with open(f"{claude}/history.jsonl", "a") as file:
        entry = {"display": "Which fruit?", "pastedContents": {}, "timestamp": 1793527200000, "project": cwd, "sessionId": session}
        print(json.dumps(entry), file=file)
PY
python3 make.py "$here" home
venv/bin/claudepath mv "$here/app" "$here/moved" --yes --claude-dir home >said.txt
grep -q 'Done!' said.txt
grep -qi 'site' said.txt && exit 1
projects=$(sed 's/[^A-Za-z0-9]/-/g' <<<"$here")
seen=''
for number in 1 2; do
  session=$(find home/projects -name "${number}1111111-*.jsonl")
  name=$(basename "$(dirname "$session")")
  cwd=$(grep -o '"cwd": *"[^"]*"' "$session")
  prompt=$(grep "${number}1111111-" home/history.jsonl | grep -o '"project": *"[^"]*"')
  seen="$seen${name#"$projects"} $(tr -d ' ' <<<"$cwd $prompt" | sed "s|$here||g"); "
done
echo "$seen$(ls -d app/site moved/site 2>/dev/null)"
[ "$seen" = '-moved "cwd":"/moved""project":"/moved"; -app-site "cwd":"/app/site""project":"/moved/site"; ' ] && [ -d moved/site ] && [ ! -e app ]
