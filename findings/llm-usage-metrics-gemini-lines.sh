#!/usr/bin/env bash
# llm-usage-metrics 0.8.0: Gemini CLI is among the programs that it counts, and it looks for sessions that are one JSON document
# (`session-*.json`), as the program wrote until 2026. Since then they are files of lines (`session-*.jsonl`) in that folder. Those are
# passed over without a word: the report says "gemini: 0 file(s)", and a user who went on with the program sees the bill shrink.
# Seen: of two sessions of 110 tokens, an old and a new one, it counts 110; of the new one alone nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund llm-usage-metrics@0.8.0 >/dev/null
cat >make.mjs <<'JS'
import { mkdirSync, writeFileSync } from 'node:fs';

const chats = 'home/.gemini/tmp/app/chats';
mkdirSync(chats, { recursive: true });
writeFileSync('home/.gemini/projects.json', JSON.stringify({ projects: { '/srv/app': 'app' } }));
writeFileSync('home/.gemini/tmp/app/.project_root', '/srv/app');
const session = (id, month) => {
  const at = (second) => `2026-${month}-01T10:00:0${second}.000Z`;
  const tokens = { input: 100, output: 10, cached: 0, thoughts: 0, tool: 0, total: 110 };
  return {
    head: { sessionId: id, projectHash: '0'.repeat(64), startTime: at(0), lastUpdated: at(2), kind: 'main' },
    messages: [
      { id: `${id}-1`, timestamp: at(1), type: 'user', content: [{ text: 'Which fruit?' }] },
      { id: `${id}-2`, timestamp: at(2), type: 'gemini', content: 'Pears.', thoughts: [], tokens, model: 'gemini-2.5-pro' },
    ],
  };
};
const [old, now] = [session('aaaaaaaa-0000-4000-8000-000000000001', '01'), session('bbbbbbbb-0000-4000-8000-000000000002', '09')];
if (process.argv[2] === 'both')
  writeFileSync(`${chats}/session-2026-01-01T10-00-aaaaaaaa.json`, JSON.stringify({ ...old.head, messages: old.messages }));
const lines = [now.head, ...now.messages].map((each) => `${JSON.stringify(each)}\n`);
writeFileSync(`${chats}/session-2026-09-01T10-00-bbbbbbbb.jsonl`, lines.join(''));
JS
export HOME="$PWD/home"
count() {
  node make.mjs "$1"
  node_modules/.bin/llm-usage monthly --source gemini --json 2>log.txt >report.json || true
  node -p 'const rows = JSON.parse(require("fs").readFileSync("report.json", "utf8") || "{}").data ?? [];
    rows.filter(({ source }) => source === "gemini").reduce((sum, { totalTokens }) => sum + totalTokens, 0)'
}
seen="the new one: $(count new), both: $(count both)"
echo "$seen"
[ "$seen" = 'the new one: 0, both: 110' ]
