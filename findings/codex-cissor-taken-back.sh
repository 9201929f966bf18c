#!/usr/bin/env bash
# codex-cissor 0.4.1 and 0.5.0 (the first is the last one for Python 3.11, and is run here) cut turns out of a fork of a Codex thread. A turn that
# was taken back still stands in the rollout, with a record `thread_rolled_back` behind it that says how many turns do not count. cissor
# lists such a turn as part of the context, and dropping it, the one nobody misses, leaves that record where it is: now it takes
# back the turn before, which was to stay. `cissor validate` says "no issues found", and the screen of Codex shows the lost turn as ever.
# Seen, as Codex 0.171.0 resumes the thread and its forks with one more question, what it sends of the questions one, two (taken back) and
# three: "one, three" for the thread; without turn two "three"; without turn three "one".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet codex-cissor==0.4.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @openai/codex@0.171.0 >/dev/null
cat >make.py <<'PY'
import json
import os

THREAD = '019d0000-0000-7000-8000-000000000001'


def message(role, text):
    event = {'type': 'user_message', 'message': text, 'images': []} if role == 'user' else {'type': 'agent_message', 'message': text}
    kind = 'input_text' if role == 'user' else 'output_text'
    return [('response_item', {'type': 'message', 'role': role, 'content': [{'type': kind, 'text': text}]}), ('event_msg', event)]


def turn(word):
    context = {'turn_id': word, 'cwd': '/home/a', 'approval_policy': 'never', 'sandbox_policy': {'type': 'read-only'},
               'model': 'gpt-5-codex', 'summary': 'auto'}
    return [('event_msg', {'type': 'task_started', 'turn_id': word, 'model_context_window': 200000}), ('turn_context', context),
            *message('user', f'Question {word}.'), *message('assistant', 'Answer.'),
            ('event_msg', {'type': 'task_complete', 'turn_id': word, 'last_agent_message': 'Answer.'})]


records = [
    ('session_meta', {'id': THREAD, 'timestamp': '2026-11-01T10:00:00.000Z', 'cwd': '/home/a', 'originator': 'codex_cli_rs',
                      'cli_version': '0.169.0', 'source': 'cli', 'model_provider': 'local', 'history_mode': 'legacy'}),
    *turn('one'), *turn('two'), ('event_msg', {'type': 'thread_rolled_back', 'num_turns': 1}), *turn('three'),
]
folder = 'codex/sessions/2026/11/01'
os.makedirs(folder)
with open(f'{folder}/rollout-2026-11-01T10-00-00-{THREAD}.jsonl', 'w') as file:
    for second, (kind, payload) in enumerate(records):
        record = {'timestamp': f'2026-11-01T10:00:{second:02d}.000Z', 'type': kind, 'payload': payload}
        file.write(json.dumps(record, separators=(',', ':')) + '\n')
PY
cat >resume.mjs <<'JS'
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const answer = { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'Yes.' }] };
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const events = [
  { type: 'response.created', response: { id: 'resp_1' } },
  { type: 'response.output_item.done', item: answer },
  { type: 'response.completed', response: { id: 'resp_1', usage } },
];
let sent;
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  if (!request.url.endsWith('/responses')) return response.writeHead(404).end();
  sent = JSON.parse(Buffer.concat(parts)).input;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const provider = `model_providers.local={name="local",base_url="${url}",wire_api="responses"}`;
  const options = ['-c', 'model_provider="local"', '-c', provider, '--skip-git-repo-check'];
  const codex = spawn('node_modules/.bin/codex', ['exec', ...options, 'resume', process.argv[2], 'And now?'], { stdio: 'ignore' });
  codex.on('exit', () => {
    console.log([...JSON.stringify(sent).matchAll(/Question (\w+)/g)].map((match) => match[1]).join(', '));
    server.close();
  });
});
JS
python3 make.py
thread=019d0000-0000-7000-8000-000000000001
export HOME="$folder" CODEX_HOME="$folder/codex"
without() {
  fork=$(venv/bin/cissor fork $thread --json | grep -oE '"(session_id|id)": "[^"]*"' | head -1 | cut -d'"' -f4)
  venv/bin/cissor edit "$fork" drop --turns "$1" >/dev/null
  venv/bin/cissor validate "$fork" | grep -q 'no issues found'
  venv/bin/cissor publish "$fork" >/dev/null
  node resume.mjs "$fork"
}
listed=$(venv/bin/cissor inspect $thread | grep -c 'Question')
two=$(without 2)
three=$(without 3)
seen="$listed turns listed; sent of the thread: $(node resume.mjs $thread); without turn two: $two; without turn three: $three"
echo "$seen"
[ "$seen" = '3 turns listed; sent of the thread: one, three; without turn two: three; without turn three: one' ]
