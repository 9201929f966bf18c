#!/usr/bin/env bash
# claude-historian-mcp 1.0.3: list_recent_sessions takes a `limit`, "maximum number of sessions". Whatever it is, of a project at most five
# sessions are looked at, and at most ten are listed; the line above them counts those looked at, not those listed. Nothing says that
# there are more, so an assistant that is asked how many sessions a project has answers five.
# Seen with limit 100: 5 sessions "5 sessions", 5 listed; 6 in one project "5 sessions", 5 listed; 18 in three "15 sessions", 10 listed.
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

const session = (project, number) => {
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
    content: [{ type: 'text', text: `Tree ${number} of garden ${project} is planted.` }], usage: { input_tokens: 10, output_tokens: 5 },
  };
  const records = [record(1, 'user', { content: `Plant tree ${number} of garden ${project}.` }), record(2, 'assistant', answer)];
  return [`${id}.jsonl`, records.map((one) => `${JSON.stringify(one)}\n`).join('')];
};
const list = async (projects, sessions) => {
  const home = `${process.cwd()}/home-${projects}-${sessions}`;
  for (let project = 1; project <= projects; project += 1) {
    const folder = `${home}/.claude/projects/-home-a-app${project}`;
    mkdirSync(folder, { recursive: true });
    for (let number = 1; number <= sessions; number += 1) {
      const [name, text] = session(project, number);
      writeFileSync(`${folder}/${name}`, text);
    }
  }
  const server = { command: 'node_modules/.bin/claude-historian-mcp', env: { ...process.env, HOME: home }, stderr: 'ignore' };
  const client = new Client({ name: 'try', version: '1' });
  await client.connect(new StdioClientTransport(server));
  const { content } = await client.callTool({ name: 'list_recent_sessions', arguments: { limit: 100 } });
  await client.close();
  const text = content[0].text;
  const { sessions: listed } = JSON.parse(text.slice(text.indexOf('{')));
  console.log(`${projects * sessions} sessions: "${/\d+ sessions/.exec(text)[0]}", ${listed.length} listed`);
};
await list(1, 5);
await list(1, 6);
await list(3, 6);
JS
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = '5 sessions: "5 sessions", 5 listed
6 sessions: "5 sessions", 5 listed
18 sessions: "15 sessions", 10 listed' ]
