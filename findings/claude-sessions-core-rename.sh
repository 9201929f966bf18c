#!/usr/bin/env bash
# @claude-sessions/core 0.1.3: renameSession writes the new title into the first question, not beside it. Where the question begins with a line
# and an empty one, it takes them for an earlier title: the person's first paragraph is gone from the session, without a copy, and a model
# that goes on with it reads the title instead. Where the content of the question is plain text, as Claude Code writes what is typed
# without a picture, nothing is changed at all. Either way the result is `success: true`.
# Seen, for the title "Fruit": a list with "Never delete the tests.", an empty line, "Tidy the rest." becomes "Fruit", an empty line, "Tidy the
# rest."; the same as plain text stays what it was. true for both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @claude-sessions/core@0.1.3 effect@3.12.0 >/dev/null
cat >try.mjs <<'JS'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { renameSession } from '@claude-sessions/core';
import { Effect } from 'effect';

const question = 'Never delete the tests.\n\nTidy the rest.';
const uuid = (number) => `00000000-0000-4000-8000-00000000000${number}`;
const store = `${process.env.HOME}/.claude/projects/-home-a`;
mkdirSync(store, { recursive: true });

async function renamed(sessionId, content) {
  const answer = {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-example', content: [{ type: 'text', text: 'Tidy now.' }] },
    ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 10, output_tokens: 5 } },
  };
  const records = [{ role: 'user', content }, answer].map((message, at) => ({
    ...{ parentUuid: at === 0 ? null : uuid(at), isSidechain: false, type: message.role, message, uuid: uuid(at + 1) },
    ...{ timestamp: `2026-11-01T10:00:0${at}.000Z`, userType: 'external', cwd: '/home/a', sessionId },
    ...{ version: '2.1.332', gitBranch: 'main' },
  }));
  const file = `${store}/${sessionId}.jsonl`;
  writeFileSync(file, records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const { success } = await Effect.runPromise(renameSession('-home-a', sessionId, 'Fruit'));
  const after = JSON.parse(readFileSync(file, 'utf8').split('\n')[0]).message.content;
  return `${success} ${JSON.stringify(typeof after === 'string' ? after : after[0].text)}`;
}

console.log(`list: ${await renamed('11111111-1111-4111-8111-111111111111', [{ type: 'text', text: question }])}`);
console.log(`text: ${await renamed('22222222-2222-4222-8222-222222222222', question)}`);
JS
seen=$(HOME="$folder/home" node try.mjs)
echo "$seen"
[ "$seen" = 'list: true "Fruit\n\nTidy the rest."
text: true "Never delete the tests.\n\nTidy the rest."' ]
