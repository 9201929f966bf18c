#!/usr/bin/env bash
# claude-monitor 4.0.0: Claude Code writes an answer as one record a block, each with the usage so far; the tokens of the whole answer are
# in the last. claude-monitor takes the first record of an answer and passes over the others as copies. What was written after the first
# block, the input of tools for instance, is in no total: tokens, cost, burn rate and forecast are all too low, most of all for long answers.
# ccusage 20.0.24 takes the last.
# Seen: of an answer of 10 and 2,500 tokens in three blocks, claude-monitor 11 tokens and $0.0000, ccusage 2510 and $0.0375.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet claude-monitor==4.0.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
cat >make.mjs <<'JS'
const blocks = [
  [{ type: 'thinking', thinking: 'Trees.', signature: 'c2ln' }, 1],
  [{ type: 'text', text: 'I write it.' }, 1],
  [{ type: 'tool_use', id: 'toolu_1', name: 'Write', input: { file_path: '/srv/app/a.txt', content: 'long' } }, 2500],
];
const uuid = (at) => `00000000-0000-4000-8000-00000000000${at}`;
blocks.forEach(([block, output], at) => {
  const record = {
    type: 'assistant',
    uuid: uuid(at + 1),
    parentUuid: at ? uuid(at) : null,
    sessionId: '11111111-1111-4111-8111-111111111111',
    timestamp: new Date(Date.now() - 60_000 + at).toISOString(),
    cwd: '/srv/app',
    version: '2.1.332',
    requestId: 'req_1',
    message: {
      id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929', content: [block],
      usage: { input_tokens: 10, output_tokens: output },
    },
  };
  console.log(JSON.stringify(record));
});
JS
mkdir -p home/.claude/projects/-srv-app
node make.mjs >home/.claude/projects/-srv-app/11111111-1111-4111-8111-111111111111.jsonl
HOME="$PWD/home" venv/bin/claude-monitor --once --output json </dev/null >monitor.json
HOME="$PWD/home" CLAUDE_CONFIG_DIR="$PWD/home/.claude" node_modules/.bin/ccusage claude daily --json --offline >ccusage.json
seen=$(node -p "
const read = (file) => JSON.parse(require('fs').readFileSync(file, 'utf8'));
const { tokens, cost_usd } = read('monitor.json').local;
const { totalTokens, totalCost } = read('ccusage.json').totals;
[['monitor', tokens.total_tokens, cost_usd.toFixed(4)], ['ccusage', totalTokens, totalCost.toFixed(4)]].map((row) => row.join(' ')).join(', ')")
echo "$seen"
[ "$seen" = 'monitor 11 0.0000, ccusage 2510 0.0375' ]
