#!/usr/bin/env bash
# ccusage 20.0.24: Codex, where it is set to compress, makes `.jsonl.zst` of archived rollouts older than a week, and reads them as
# before. ccusage passes over them: a thread leaves the totals when it is compressed, without a word and with exit code 0.
# Seen: 110 tokens for the plain archived file, 0 for the compressed one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ccusage@20.0.24 zstd-codec@0.1.5 >/dev/null
id=019d0000-0000-7000-8000-000000000001
name="rollout-2026-05-01T10-00-00-$id.jsonl"
mkdir -p plain/.codex/archived_sessions compressed/.codex/archived_sessions
cat >"plain/.codex/archived_sessions/$name" <<EOF
{"timestamp":"2026-05-01T10:00:00.000Z","type":"session_meta","payload":{"id":"$id","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/home/a","originator":"codex_cli_rs","cli_version":"0.171.0","source":"cli","model_provider":"openai"}}
{"timestamp":"2026-05-01T10:00:01.000Z","type":"turn_context","payload":{"cwd":"/home/a","approval_policy":"never","sandbox_policy":{"type":"read-only"},"model":"gpt-5-codex","summary":"auto"}}
{"timestamp":"2026-05-01T10:00:02.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Which fruit?"}]}}
{"timestamp":"2026-05-01T10:00:03.000Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":100,"cached_input_tokens":40,"output_tokens":10,"reasoning_output_tokens":2,"total_tokens":110},"last_token_usage":{"input_tokens":100,"cached_input_tokens":40,"output_tokens":10,"reasoning_output_tokens":2,"total_tokens":110},"model_context_window":200000},"rate_limits":null}}
EOF
cat >compress.cjs <<'JS'
const fs = require('node:fs');
const [from, to] = process.argv.slice(2);
require('zstd-codec').ZstdCodec.run((zstd) => {
  const packed = new zstd.Simple().compress(fs.readFileSync(from));
  fs.writeFileSync(to, packed);
});
JS
node compress.cjs "plain/.codex/archived_sessions/$name" "compressed/.codex/archived_sessions/$name.zst"
seen=''
for home in plain compressed; do
  HOME="$PWD/$home" CODEX_HOME="$PWD/$home/.codex" node_modules/.bin/ccusage codex daily --json --offline >"$home.json"
  seen="$seen$home $(node -p "JSON.parse(require('fs').readFileSync('$home.json', 'utf8')).totals.totalTokens"); "
done
echo "$seen"
test "$seen" = 'plain 110; compressed 0; '
