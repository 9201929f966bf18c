#!/usr/bin/env bash
# sessionkeep 0.4.0: `sessionkeep import --codex`, run on a schedule, is "to keep a masked, compressed mirror of your Codex history". It skips
# what the archive has already, and a thread that has grown since counts as that. Codex goes on with a thread in the same rollout, days
# later as well: each turn behind the first import is in no later one, "archived 0, skipped 1 already-archived", and the search does not
# find it. `import --from`, "catch-up for missed Claude Code sessions", does the same to those; the hook archives a grown session again.
# Seen, of a thread and a session, imported after the first question and again after the second: "codex: first found, second not found,
# skipped 1; claude: first found, second not found, skipped 1; claude by the hook: first found, second found".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet sessionkeep==0.4.0
cat >append.py <<'PY'
import json
import os
import sys

kind, number, text = sys.argv[1], int(sys.argv[2]), sys.argv[3]
THREAD, SESSION = '019d0000-0000-7000-8000-000000000001', '11111111-1111-4111-8111-111111111111'
uuid = '00000000-0000-4000-8000-{:012d}'.format
day = f'2026-11-0{number}T10:00'
if kind == 'codex':
    path = f'home/.codex/sessions/2026/11/01/rollout-2026-11-01T10-00-00-{THREAD}.jsonl'
    meta = {'id': THREAD, 'timestamp': f'{day}:00.000Z', 'cwd': '/srv/app', 'originator': 'codex_cli_rs', 'cli_version': '0.171.0',
            'source': 'cli', 'model_provider': 'openai'}
    payloads = [
        *([('session_meta', meta)] if number == 1 else []),
        ('response_item', {'type': 'message', 'role': 'user', 'content': [{'type': 'input_text', 'text': text}]}),
        ('event_msg', {'type': 'user_message', 'message': text, 'images': []}),
        ('response_item', {'type': 'message', 'role': 'assistant', 'content': [{'type': 'output_text', 'text': 'Pears.'}]}),
        ('event_msg', {'type': 'agent_message', 'message': 'Pears.'}),
    ]
    records = [{'timestamp': f'{day}:0{second}.000Z', 'type': kind, 'payload': payload} for second, (kind, payload) in enumerate(payloads)]
else:
    path = f'home/.claude/projects/-srv-app/{SESSION}.jsonl'
    answer = {'id': f'msg_{number}', 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'stop_reason': 'end_turn',
              'content': [{'type': 'text', 'text': 'Pears.'}], 'usage': {'input_tokens': 10, 'output_tokens': 5}}
    records = [{
        'parentUuid': uuid(2 * number + place - 1) if number + place > 1 else None, 'isSidechain': False, 'type': role, 'message': message,
        'uuid': uuid(2 * number + place), 'timestamp': f'{day}:0{place}.000Z', 'userType': 'external', 'cwd': '/srv/app',
        'sessionId': SESSION, 'version': '2.1.332',
    } for place, (role, message) in enumerate([('user', {'role': 'user', 'content': text}), ('assistant', answer)])]
os.makedirs(os.path.dirname(path), exist_ok=True)
with open(path, 'a') as file:
    file.writelines(json.dumps(each, separators=(',', ':')) + '\n' for each in records)
PY
keep() { HOME="$PWD/home" venv/bin/sessionkeep "$@"; }
kept() {
  case $1 in
    codex) keep import --codex --min-age 0 ;;
    claude) keep import --from home/.claude/projects --pattern '**/*.jsonl' --min-age 0 ;;
    hook) keep hook <<<"{\"session_id\":\"$id\",\"transcript_path\":\"$PWD/$folder_of/$id.jsonl\",\"hook_event_name\":\"SessionEnd\"}" ;;
  esac
}
id=11111111-1111-4111-8111-111111111111
folder_of=home/.claude/projects/-srv-app
found() { if [ -n "$(keep search "$1" 2>search.txt)" ]; then echo found; else echo 'not found'; fi; }
told() {
  rm -rf home
  python3 append.py "$2" 1 'Which FRUIT?'
  kept "$1" >said.txt 2>&1
  python3 append.py "$2" 2 'Which TREE?'
  kept "$1" >said.txt 2>&1
  echo "first $(found FRUIT), second $(found TREE)$(sed -nE 's/.*archived 0, (skipped 1) already-archived.*/, \1/p' said.txt)"
}
seen="codex: $(told codex codex); claude: $(told claude claude); claude by the hook: $(told hook claude)"
echo "$seen"
expected='codex: first found, second not found, skipped 1; claude: first found, second not found, skipped 1'
[ "$seen" = "$expected; claude by the hook: first found, second found" ]
