#!/usr/bin/env bash
# @psg2/pi-transcript 2.2.1 makes pages of sessions of Pi, to be shared. After `/tree` a question goes on from an earlier record
# (`parentId`), and what was left stays in the file; Pi neither shows nor sends it. pi-transcript prints all records in the order of the
# file as one conversation: a question that was taken back stands there as if it had been answered and gone on from, and no mark
# tells it from the rest. The text that an extension put in place of a message (`context_edit`) is not there, and the message is.
# Seen, for one question, one that was left, one in its place, and an edited one: 4 prompts; left: yes; edited: yes; replacement: no.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @psg2/pi-transcript@2.2.1 >/dev/null
cat >make.mjs <<'JS'
let last = null;
let second = 0;
const put = (type, more, parent = last) => {
  const id = `a000000${second}`;
  const timestamp = `2026-05-01T10:00:0${second++}.000Z`;
  console.log(JSON.stringify({ type, id, parentId: parent, timestamp, ...more }));
  last = id;
  return id;
};
const text = (words) => [{ type: 'text', text: words }];
const ask = (words, parent) =>
  put('message', { message: { role: 'user', content: text(words), timestamp: Date.UTC(2026, 4, 1, 10) } }, parent);
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost: { total: 0 } };
const answer = (words) =>
  put('message', {
    message: {
      ...{ role: 'assistant', content: text(words), api: 'a', provider: 'p', model: 'm', usage },
      ...{ stopReason: 'stop', timestamp: Date.UTC(2026, 4, 1, 10) },
    },
  });
const id = '01a21fc0-3af1-7149-ac2c-22ea7f423475';
console.log(JSON.stringify({ type: 'session', version: 3, id, timestamp: '2026-05-01T10:00:00.000Z', cwd: '/srv/app' }));
ask('Which fruit?');
const first = answer('Pears.');
ask('The salary of the gardener?');
answer('Not known.');
ask('And which tree?', first);
answer('The old one.');
const edited = ask('A long list of trees');
put('context_edit', { targetId: edited, replacement: { content: text('A short list') } });
answer('Thanks.');
JS
node make.mjs >2026-05-01T10-00-00-000Z_01a21fc0-3af1-7149-ac2c-22ea7f423475.jsonl
HOME="$PWD/home" node_modules/.bin/pi-transcript ./2026-*.jsonl -o out --no-open >said.txt
has() { if cat out/*.html | grep -q "$1"; then echo yes; else echo no; fi; }
seen="$(grep -o '[0-9]* prompts' said.txt); left: $(has 'salary of the gardener'); edited: $(has 'A long list'); replacement: $(has 'A short list')"
echo "$seen"
[ "$seen" = '4 prompts; left: yes; edited: yes; replacement: no' ]
