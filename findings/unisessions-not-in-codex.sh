#!/usr/bin/env bash
# unisessions 0.5.0 and seshport 0.3.0 turn a session of Claude Code into a rollout "to resume in Codex". They write what the model is sent
# (response items) and not what Codex shows (events such as `user_message`), and unisessions puts milliseconds into the name of the file.
# So Codex 0.171.0 does not list the thread, and asked for it by its id has no turn to show; a name of the usual form alone does not help.
# panagent 0.3.0 writes both. Each says that it wrote the thread, with exit code 0.
# Seen, of a session with two questions, listed and turns: unisessions 0 and 0, the same renamed 0 and 0, seshport 0 and 0, panagent 1 and 2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet unisessions==0.5.0 seshport==0.3.0 panagent==0.3.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @openai/codex@0.171.0 >/dev/null
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
uuid = '00000000-0000-4000-8000-{:012d}'.format
os.makedirs('store/-home-a')
with open(f'store/-home-a/{SESSION}.jsonl', 'w') as file:
    for number, text in enumerate(['Which fruit?', 'Pears.', 'And which tree?', 'The old one.'], 1):
        role = 'user' if number % 2 else 'assistant'
        message = {'role': 'user', 'content': text} if role == 'user' else {
            'id': f'msg_{number}', 'type': 'message', 'role': role, 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
            'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}
        file.write(json.dumps({
            'parentUuid': uuid(number - 1) if number > 1 else None, 'isSidechain': False, 'type': role, 'message': message,
            'uuid': uuid(number), 'timestamp': f'2026-11-01T10:00:0{number}.000Z', 'userType': 'external', 'cwd': '/home/a',
            'sessionId': SESSION, 'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
PY
cat >ask.mjs <<'JS'
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const codex = spawn('node_modules/.bin/codex', ['app-server'], { stdio: ['pipe', 'pipe', 'ignore'] });
const waiting = new Map();
createInterface({ input: codex.stdout }).on('line', (line) => {
  const answer = JSON.parse(line);
  waiting.get(answer.id)?.(answer);
});
const send = (message) => codex.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = waiting.size + 1;
    waiting.set(id, resolve);
    send({ id, method, params });
  });
await ask('initialize', { clientInfo: { name: 'example', title: 'example', version: '1' } });
send({ method: 'initialized' });
const listed = await ask('thread/list', { modelProviders: [] });
const read = await ask('thread/read', { threadId: process.argv[2], includeTurns: true });
console.log(`${listed.result.data.length} and ${read.result.thread.turns.length}`);
codex.stdin.end();
JS
python3 make.py
session=11111111-1111-4111-8111-111111111111
start() {
  mkdir -p "$1/.claude" "$1/.codex"
  cp -R store "$1/.claude/projects"
}
rollout() { find "$1/.codex/sessions" -name 'rollout-*.jsonl'; }
asked() {
  thread=$(basename "$(rollout "$1")" .jsonl | grep -o '.\{36\}$')
  HOME="$PWD/$1" CODEX_HOME="$PWD/$1/.codex" node ask.mjs "$thread"
}
for tool in unisessions seshport panagent; do start $tool; done
HOME="$PWD/unisessions" venv/bin/python -m unisessions claude-to-codex $session --write >/dev/null
HOME="$PWD/seshport" venv/bin/seshport $session codex >/dev/null
HOME="$PWD/panagent" CODEX_HOME="$PWD/panagent/.codex" venv/bin/panagent convert store/-home-a/$session.jsonl --to codex --install \
  --cwd /home/a --quiet >/dev/null
cp -R unisessions renamed
mv "$(rollout renamed)" "$(rollout renamed | sed 's/-000-11111111/-11111111/')"
seen="unisessions $(asked unisessions), renamed $(asked renamed), seshport $(asked seshport), panagent $(asked panagent)"
echo "$seen"
[ "$seen" = 'unisessions 0 and 0, renamed 0 and 0, seshport 0 and 0, panagent 1 and 2' ]
