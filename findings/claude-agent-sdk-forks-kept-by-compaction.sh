#!/usr/bin/env bash
# claude-agent-sdk 0.2.189 (Anthropic's own), cctree 0.5.5 and claude-rewind 0.1.0 fork a session of Claude Code: each record of the copy has
# a new id, and `parentUuid` is led to it. A compaction keeps the last messages word for word: its boundary names them by their ids
# (`compactMetadata.preservedMessages`), and Claude Code sends them behind the summary, which says nothing of them. None of the three leads
# these ids to the copy. So they name records that the fork has not, and Claude Code resumes it without what the compaction kept and without
# a word about it, though the records are in the file.
# Seen, as the program that the SDK brings along resumes a session and its forks with one more question, what it sends of the summary, a
# question that the compaction kept, and one after it: "summary, kept, after" for the session; "summary, after" for each fork.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-agent-sdk==0.2.189 cctree==0.5.5 claude-rewind==0.1.0
cat >make.py <<'PY'
import json
import os

SESSION = '11111111-1111-4111-8111-111111111111'
uuid = '00000000-0000-4000-8000-{:012d}'.format
kept = {'anchorUuid': uuid(6), 'uuids': [uuid(3), uuid(4)], 'allUuids': [uuid(3), uuid(4)]}
segment = {'headUuid': uuid(3), 'anchorUuid': uuid(6), 'tailUuid': uuid(4)}


def answer(text):
    return {'type': 'assistant', 'message': {
        'id': 'msg_' + text[:4], 'type': 'message', 'role': 'assistant', 'model': 'claude-example', 'content': [{'type': 'text', 'text': text}],
        'stop_reason': 'end_turn', 'stop_sequence': None, 'usage': {'input_tokens': 10, 'output_tokens': 5}}}


def user(text, **more):
    return {'type': 'user', 'message': {'role': 'user', 'content': text}, **more}


records = [
    user('Which fruit?'), answer('Pears.'), user('Which tree?'), answer('The old one by the wall.'),
    {'type': 'system', 'subtype': 'compact_boundary', 'content': 'Conversation compacted', 'level': 'info', 'logicalParentUuid': uuid(4),
     'compactMetadata': {'trigger': 'auto', 'preTokens': 1000, 'preservedSegment': segment, 'preservedMessages': kept, 'postTokens': 100}},
    user('This session is being continued from a previous conversation. Summary: pears.', isCompactSummary=True,
         isVisibleInTranscriptOnly=True),
    user('And the plums?'), answer('None.'), user('And the figs?'), answer('None either.'),
]
where = os.getcwd()
store = f"home/.claude/projects/{''.join(c if c.isalnum() else '-' for c in where)}"
os.makedirs(store)
with open(f'{store}/{SESSION}.jsonl', 'w') as file:
    for number, record in enumerate(records, 1):
        file.write(json.dumps({
            'parentUuid': None if number in (1, 5) else uuid(number - 1), 'isSidechain': False, **record, 'uuid': uuid(number),
            'timestamp': f'2026-11-01T10:00:{number:02d}.000Z', 'userType': 'external', 'cwd': where, 'sessionId': SESSION,
            'version': '2.1.332', 'gitBranch': 'main'}, separators=(',', ':')) + '\n')
with open('home/.claude/settings.json', 'w') as file:
    file.write('{"cleanupPeriodDays":100000}')
PY
cat >resume.mjs <<'JS'
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-example', content: [], stop_reason: null, stop_sequence: null };
const events = [
  { type: 'message_start', message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Yes.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];
const marks = { summary: 'Summary: pears', kept: 'Which tree?', after: 'And the plums?' };
let sent = '';
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  if (!/^\/v1\/messages(\?|$)/.test(request.url)) return response.writeHead(404).end('{}');
  const messages = JSON.stringify(JSON.parse(Buffer.concat(parts)).messages);
  if (messages.includes('One more?')) sent = messages;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
});
server.listen(0, '127.0.0.1', () => {
  const local = { ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`, ANTHROPIC_API_KEY: 'none' };
  const env = { ...process.env, ...local, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };
  const claude = spawn(process.argv[2], ['-p', 'One more?', '--resume', process.argv[3]], { env, stdio: 'ignore' });
  claude.on('exit', () => {
    console.log(Object.keys(marks).filter((name) => sent.includes(marks[name])).join(', '));
    server.close();
    server.closeAllConnections();
  });
});
JS
mkdir bin
printf '#!/bin/sh\ngrep -m1 "And the figs"\n' >bin/fzf
chmod +x bin/fzf
python3 make.py
export HOME="$PWD/home" PATH="$PWD/bin:$PATH"
session=11111111-1111-4111-8111-111111111111
claude=$(find venv -path '*/_bundled/claude')
resumed() { node resume.mjs "$claude" "$(grep -oE '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' | head -1)"; }
sdk=$(venv/bin/python -c "
from claude_agent_sdk import fork_session
print(fork_session('$session').session_id)" | resumed)
cctree=$(venv/bin/cctree fork --no-launch $session 00000000-0000-4000-8000-000000000010 | resumed)
rewind=$(venv/bin/claude-rewind --no-launch $session </dev/null | resumed)
seen="session: $(echo $session | resumed); SDK: $sdk; cctree: $cctree; claude-rewind: $rewind"
echo "$seen"
[ "$seen" = 'session: summary, kept, after; SDK: summary, after; cctree: summary, after; claude-rewind: summary, after' ]
