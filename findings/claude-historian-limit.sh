#!/usr/bin/env bash
# claude-historian-mcp 1.0.3: search_conversations and list_recent_sessions take a `limit`, "maximum number". Whatever it is, the search
# takes four results of a project and lists eight, and the list takes five sessions of a project and lists ten. The line above each
# counts what was taken, so it agrees neither with the list below it nor with the store. Nothing says that there is more: for how many
# sessions a project has, or how often a thing was spoken of, an assistant has five and four to go on.
# Seen, with limit 100 and one answer with the word a session, as taken/listed: 4 sessions in one project: search 4/4, list 4/4; 6 in one:
# search 4/4, list 5/5; 18 in three: search 12/8, list 15/10.
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

const trees = 'apple barley cedar daisy elm fern grape hazel iris juniper kale lemon maple nettle olive peach quince reed'.split(' ');
const answerOf = (at) => {
  const [one, two, three, four] = [at, at * 7 + 3, at * 5 + 11, at * 11 + 17].map((index) => trees[index % trees.length]);
  return `${one} and ${two} stand in the row beside the ${three} and the ${four}, where the wall of the orchard is.`;
};
const session = (project, number, text) => {
  const id = `0000000${number}-1111-4111-8111-11111111111${project}`;
  const record = (at, role, message) => ({
    parentUuid: at === 1 ? null : `0000000${number}-0000-4000-8000-00000000000${at - 1}`,
    isSidechain: false, userType: 'external', cwd: `/home/a/app${project}`, sessionId: id, version: '2.1.332', type: role,
    message: { role, ...message },
    uuid: `0000000${number}-0000-4000-8000-00000000000${at}`,
    timestamp: `2026-05-0${number}T1${project}:00:0${at}.000Z`,
  });
  const answer = {
    id: `msg_${project}${number}`, type: 'message', model: 'claude-example', stop_reason: 'end_turn',
    content: [{ type: 'text', text }], usage: { input_tokens: 10, output_tokens: 5 },
  };
  const records = [record(1, 'user', { content: `Where does plant ${number} of garden ${project} stand?` }), record(2, 'assistant', answer)];
  return [`${id}.jsonl`, records.map((one) => `${JSON.stringify(one)}\n`).join('')];
};
const ask = async (projects, sessions) => {
  const home = `${process.cwd()}/home-${projects}-${sessions}`;
  for (let project = 1; project <= projects; project += 1) {
    const folder = `${home}/.claude/projects/-home-a-app${project}`;
    mkdirSync(folder, { recursive: true });
    for (let number = 1; number <= sessions; number += 1) {
      const [name, text] = session(project, number, answerOf((project - 1) * sessions + number - 1));
      writeFileSync(`${folder}/${name}`, text);
    }
  }
  const server = { command: 'node_modules/.bin/claude-historian-mcp', env: { ...process.env, HOME: home }, stderr: 'ignore' };
  const client = new Client({ name: 'try', version: '1' });
  await client.connect(new StdioClientTransport(server));
  const call = async (name, more) => {
    const { content } = await client.callTool({ name, arguments: { limit: 100, ...more } });
    const { results, sessions: recent } = JSON.parse(content[0].text.slice(content[0].text.indexOf('{')));
    return `${/(\d+) (?:results|sessions)/.exec(content[0].text)[1]}/${(results ?? recent).length}`;
  };
  const search = await call('search_conversations', { query: 'orchard' });
  console.log(`${projects * sessions}: search ${search}, list ${await call('list_recent_sessions')}`);
  await client.close();
};
await ask(1, 4);
await ask(1, 6);
await ask(3, 6);
JS
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = '4: search 4/4, list 4/4
6: search 4/4, list 5/5
18: search 12/8, list 15/10' ]
