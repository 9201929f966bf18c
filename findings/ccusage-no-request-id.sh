#!/usr/bin/env bash
# ccusage 20.0.24: Claude Code writes an answer as one record a block, each with the message's id and the usage so far. Where the records
# have a requestId, the answer counts once, with its last usage. A server or gateway that sends no `request-id` header leaves the member
# out, and then every block counts as an answer: the input as often as there are blocks. So does each copy in a forked session.
# Seen: 260 tokens with the member, 282 without, 564 with a fork of the latter, for one answer of 10 and 250 tokens in three blocks.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 >/dev/null
cat >make.mjs <<'JS'
const [session, withId] = process.argv.slice(2);
const blocks = [
  [{ type: 'thinking', thinking: 'Trees.', signature: 'c2ln' }, 1],
  [{ type: 'text', text: 'I look.' }, 1],
  [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }, 250],
];
blocks.forEach(([block, output], at) => {
  const record = {
    type: 'assistant',
    uuid: `00000000-0000-4000-8000-00000000000${at + 1}`,
    parentUuid: at ? `00000000-0000-4000-8000-00000000000${at}` : null,
    sessionId: session,
    timestamp: `2026-05-01T10:00:0${at}.000Z`,
    cwd: '/home/a/app',
    version: '2.1.332',
    ...(withId ? { requestId: 'req_1' } : {}),
    message: {
      id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929', content: [block],
      usage: { input_tokens: 10, output_tokens: output },
    },
  };
  console.log(JSON.stringify(record));
});
JS
one=11111111-1111-4111-8111-111111111111
two=22222222-2222-4222-8222-222222222222
for home in with without forked; do mkdir -p "$home/.claude/projects/-home-a-app"; done
node make.mjs "$one" yes >"with/.claude/projects/-home-a-app/$one.jsonl"
node make.mjs "$one" >"without/.claude/projects/-home-a-app/$one.jsonl"
node make.mjs "$one" >"forked/.claude/projects/-home-a-app/$one.jsonl"
node make.mjs "$two" >"forked/.claude/projects/-home-a-app/$two.jsonl"
seen=''
for home in with without forked; do
  HOME="$PWD/$home" CLAUDE_CONFIG_DIR="$PWD/$home/.claude" node_modules/.bin/ccusage claude daily --json --offline >"$home.json"
  seen="$seen$home $(node -p "JSON.parse(require('fs').readFileSync('$home.json', 'utf8')).totals.totalTokens"); "
done
echo "$seen"
test "$seen" = 'with 260; without 282; forked 564; '
