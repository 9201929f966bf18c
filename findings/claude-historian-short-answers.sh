#!/usr/bin/env bash
# claude-historian-mcp 1.0.3: search_conversations, asked for a plain word, finds neither what a person typed nor an answer of 80
# characters or less without a tool call: "0 results", though the word stands there. An answer of one character more is found.
# So a short decision ("Agreed, the quinces stay.") cannot be searched for. The text of the tool says "Search through Claude Code
# conversation history"; neither it nor the result says that most turns are left out.
# Seen: prompt 0, answer of 80: 0, answer of 81: 1 (each session has the word once, in that place).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund claude-historian-mcp@1.0.3 >/dev/null
cat >try.mjs <<'JS'
import { mkdirSync, writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const SESSION = '11111111-1111-4111-8111-111111111111';
const text = `The quinces stay where they are, ${'and so do the pears by the wall of the garden '.repeat(4)}`;
const withWord = (length) => `${text.slice(0, length - 1)}.`;
const record = (number, role, message) => ({
  parentUuid: number === 1 ? null : `00000000-0000-4000-8000-00000000000${number - 1}`,
  isSidechain: false, userType: 'external', cwd: '/home/a/app', sessionId: SESSION, version: '2.1.332', type: role,
  message: { role, ...message },
  uuid: `00000000-0000-4000-8000-00000000000${number}`,
  timestamp: `2026-05-01T10:00:0${number}.000Z`,
});
const found = async (name, prompt, answer) => {
  const home = `${process.cwd()}/${name}`;
  mkdirSync(`${home}/.claude/projects/-home-a-app`, { recursive: true });
  const records = [
    record(1, 'user', { content: prompt }),
    record(2, 'assistant', {
      id: 'msg_1', type: 'message', model: 'claude-example', content: [{ type: 'text', text: answer }], stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
    }),
  ];
  writeFileSync(`${home}/.claude/projects/-home-a-app/${SESSION}.jsonl`, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const server = { command: 'node_modules/.bin/claude-historian-mcp', env: { ...process.env, HOME: home }, stderr: 'ignore' };
  const client = new Client({ name: 'try', version: '1' });
  await client.connect(new StdioClientTransport(server));
  const { content } = await client.callTool({ name: 'search_conversations', arguments: { query: 'quinces', limit: 100 } });
  await client.close();
  return /(\d+) results/.exec(content[0].text)[1];
};
const plain = 'Where shall the trees of the garden be in the spring of the year to come?';
console.log('prompt', await found('prompt', withWord(150), 'As you say.'));
console.log('answer of 80', await found('short', plain, withWord(80)));
console.log('answer of 81', await found('long', plain, withWord(81)));
JS
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "prompt 0
answer of 80 0
answer of 81 1" ]
