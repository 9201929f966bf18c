#!/usr/bin/env bash
# ccjournal 0.3.0 puts the conversations of Claude Code into a git repository, a page a project and day, "sync" by hand or by its daemon. After
# the first time it reads the sessions that have changed since, and writes the page of their day from these alone. So of several sessions of a
# project on a day the page has those that were used since the last sync; the others, on it until then, are gone from it, and come back only
# when somebody goes on with them or asks for `--force`. "Wrote 1 file(s)", exit code 0. Older commits have them.
# Seen, of two sessions of one day, after the first sync, after one more turn in the second, and forced: "pears 1, plums 1, figs 0; pears 0,
# plums 1, figs 1; pears 1, plums 1, figs 1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ccjournal==0.3.0
export HOME="$PWD/home"
store=$HOME/.claude/projects/-srv-app
mkdir -p "$store" "$HOME/.config/ccjournal" journal
git init --quiet journal
printf '[output]\nrepository = "%s"\n' "$PWD/journal" >"$HOME/.config/ccjournal/config.toml"
ask() {
  printf '{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"%s"},"uuid":"%s","timestamp":"%s",%s}\n' \
    "$3" "00000000-0000-4000-8000-00000000000$2" "2026-11-01T10:0$2:00.000Z" \
    "\"userType\":\"external\",\"cwd\":\"/srv/app\",\"sessionId\":\"$1\",\"version\":\"2.1.332\",\"gitBranch\":\"main\"" >>"$store/$1.jsonl"
}
page() {
  sleep 1
  venv/bin/ccjournal sync --no-commit --no-push "$@" >>said.txt 2>&1
  cat journal/*/*.md journal/*/*/*/*.md >page.md 2>/dev/null || true
  seen="$seen$(for word in pears plums figs; do printf '%s %s, ' $word "$(grep -c $word page.md || true)"; done | sed 's/, $//'); "
}
seen=''
ask 11111111-1111-4111-8111-111111111111 1 'Are the pears sound?'
ask 22222222-2222-4222-8222-222222222222 2 'Are the plums sound?'
page
sleep 1
ask 22222222-2222-4222-8222-222222222222 3 'And the figs?'
page
page --force
seen="$seen$(grep -c '^Wrote 1 file' said.txt) times written"
echo "$seen"
[ "$seen" = 'pears 1, plums 1, figs 0; pears 0, plums 1, figs 1; pears 1, plums 1, figs 1; 3 times written' ]
