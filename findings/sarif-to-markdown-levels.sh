#!/usr/bin/env bash
# @security-alert/sarif-to-markdown 1.11.1: the level of a result is not read, only that of its rule (`defaultConfiguration.level`). Where a
# tool lists no rules, or rules without a default (SARIF leaves both free, and gives "warning" as the default of the default), its results
# are left out: "Nothing here.", `hasMessages` false, and with `failOn: ['error']` `shouldFail` false, as for a run without results.
# Where the rule says "warning" and the result "error", it is shown as a warning and does not fail either.
# Seen, for one result of level "error" (rule listed without default; no rule; rule of level warning; rule of level error):
# "false false, false false, true false [WARNING], true true [ERROR]" (hasMessages, shouldFail, level shown).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @security-alert/sarif-to-markdown@1.11.1 >/dev/null
cat >try.cjs <<'JS'
const { sarifToMarkdown } = require('@security-alert/sarif-to-markdown');
const result = {
  ruleId: 'A1',
  level: 'error',
  message: { text: 'the last line is torn' },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'a.jsonl' }, region: { startLine: 3 } } }],
};
const read = sarifToMarkdown({ owner: 'o', repo: 'r', branch: 'main', sourceRoot: '', failOn: ['error'] });
const tell = (rules) => {
  const [{ body, hasMessages, shouldFail }] = read({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'example', ...(rules ? { rules } : {}) } }, results: [result] }],
  });
  const level = /\*\*(\[[A-Z]+\])\*\*/.exec(body)?.[1];
  const missing = body.includes('Nothing here') && !body.includes('a.jsonl');
  if (missing === hasMessages) throw new Error(body);
  return [hasMessages, shouldFail, level].filter((each) => each !== undefined).join(' ');
};
const rule = (level) => [{ id: 'A1', ...(level ? { defaultConfiguration: { level } } : {}) }];
console.log([rule(), undefined, rule('warning'), rule('error')].map(tell).join(', '));
JS
seen=$(node try.cjs)
echo "$seen"
[ "$seen" = 'false false, false false, true false [WARNING], true true [ERROR]' ]
