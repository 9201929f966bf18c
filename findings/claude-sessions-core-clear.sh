#!/usr/bin/env bash
# @claude-sessions/core 0.1.3: clearSessions tidies a store, and unless told otherwise takes out what is "invalid": every record whose text has the
# words "Invalid API key" in it. That is what Claude Code says when its own key is wrong, and also what people ask about and models answer:
# both go out of the session, and the rest is joined together. Where nothing is left, the session is deleted. Of neither is there a copy,
# though a session that deleteSession removes goes into `.bak`. Only two numbers tell of it.
# Seen, of a session of six messages and one of two, about a server that answers so: 5 records and 1 session gone; of the first are left
# "It reads the header before it is set.", without its question, "And the tests?" and "They pass."; of the second nothing; 0 copies.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @claude-sessions/core@0.1.3 effect@3.12.0 >/dev/null
cat >try.mjs <<'JS'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { clearSessions } from '@claude-sessions/core';
import { Effect } from 'effect';

const projects = `${process.env.HOME}/.claude/projects`;
const store = `${projects}/-home-a`;
mkdirSync(store, { recursive: true });
const uuid = (number) => `00000000-0000-4000-8000-00000000000${number}`;

function write(sessionId, texts) {
  const lines = texts.map((text, at) => {
    const question = { role: 'user', content: text };
    const answer = {
      ...{ id: `msg_${at}`, type: 'message', role: 'assistant', model: 'claude-example', content: [{ type: 'text', text }] },
      ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 10, output_tokens: 5 } },
    };
    const message = at % 2 === 0 ? question : answer;
    return JSON.stringify({
      ...{ parentUuid: at === 0 ? null : uuid(at), isSidechain: false, type: message.role, message, uuid: uuid(at + 1) },
      ...{ timestamp: `2026-11-01T10:00:0${at}.000Z`, userType: 'external', cwd: '/home/a', sessionId },
      ...{ version: '2.1.332', gitBranch: 'main' },
    });
  });
  writeFileSync(`${store}/${sessionId}.jsonl`, `${lines.join('\n')}\n`);
}

write('11111111-1111-4111-8111-111111111111', [
  'Our server says "Invalid API key" to all, why?',
  'It reads the header before it is set.',
  'Where does it write "Invalid API key"?',
  'In auth.ts: "Invalid API key" is its answer to an empty header.',
  'And the tests?',
  'They pass.',
]);
write('22222222-2222-4222-8222-222222222222', ['What does "Invalid API key" mean?', '"Invalid API key" means that the key is unknown.']);
const done = await Effect.runPromise(clearSessions({ projectName: '-home-a' }));
console.log(done.removedMessageCount, 'records,', done.deletedCount, 'session');
for (const name of readdirSync(store).filter((each) => each.endsWith('.jsonl'))) {
  const lines = readFileSync(`${store}/${name}`, 'utf8').trim().split('\n');
  const texts = lines.map((line) => JSON.parse(line).message.content).map((content) => content[0].text ?? content);
  console.log(`${name[0]}: ${texts.join(' | ')}`);
}
const copies = readdirSync(projects, { recursive: true }).filter((each) => /\.bak.*jsonl/.test(each));
console.log(copies.length, 'copies');
JS
seen=$(HOME="$folder/home" node try.mjs)
echo "$seen"
[ "$seen" = '5 records, 1 session
1: It reads the header before it is set. | And the tests? | They pass.
0 copies' ]
