#!/usr/bin/env bash
# token-tracker 0.5.9 (`tt`) reports what Claude Code and Codex have used, from their files. Its first run sets it up, and where nobody can be
# asked, in a script or a pipe, it does so unasked, as its read-me says far down. Any command is a first run, also `tt --help`, which
# it then calls unknown: it has put a command of its own into the settings of Claude Code (`statusLine`) and two hooks into those of
# Codex, one of them run with each prompt, and a skill into `~/.agents`. `tt --version` alone leaves all as it was.
# Seen: "--version: unchanged; --help: statusLine, Stop, UserPromptSubmit, a skill, and then: Unknown command".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet token-tracker==0.5.9
mkdir -p home/.claude home/.codex
echo '{"model":"opus"}' >home/.claude/settings.json
echo 'model = "gpt-example"' >home/.codex/config.toml
cp -r home before
run() { HOME="$PWD/home" LANG=C.UTF-8 venv/bin/tt "$@" </dev/null 2>&1 || true; }
run --version >/dev/null
version=$(diff -r before home >/dev/null && echo unchanged || echo changed)
said=$(run --help)
help=$(python3 - <<'PY'
import json
import os

with open('home/.claude/settings.json') as file:
    settings = json.load(file)
with open('home/.codex/hooks.json') as file:
    hooks = json.load(file)['hooks']
assert settings['model'] == 'opus' and settings['statusLine']['type'] == 'command'
skill = ['a skill'] if os.path.exists('home/.agents/skills/tt-sidebar/SKILL.md') else []
print(', '.join([key for key in settings if key != 'model'] + sorted(hooks) + skill))
PY
)
seen="--version: $version; --help: $help, and then: $(echo "$said" | grep -o 'Unknown command')"
echo "$seen"
[ "$seen" = '--version: unchanged; --help: statusLine, Stop, UserPromptSubmit, a skill, and then: Unknown command' ]
