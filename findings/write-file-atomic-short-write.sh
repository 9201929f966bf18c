#!/usr/bin/env bash
# write-file-atomic 7.0.1 (both its forms): a write that the system cuts short, as on a disk that is almost full or under a limit
# on the size of a file, is taken for a whole one. The first half of the new text replaces the old file, and success is reported.
# fs.writeFileSync of Node goes on until all is written, and so reports the error of the second write.
# Seen: "sync: 65536 of 200000 bytes, no error", "promise: 65536 of 200000 bytes, no error".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund write-file-atomic@7.0.1 >/dev/null
cat >try.cjs <<'JS'
const fs = require('node:fs');
const write = require('write-file-atomic');
process.on('SIGXFSZ', () => {});
const text = 'x'.repeat(200000);
const tell = (how, work) => {
  let error = 'no error';
  const done = () => console.log(`${how}: ${fs.statSync(how).size} of ${text.length} bytes, ${error}`);
  fs.writeFileSync(how, 'the file as it was');
  const failed = (thrown) => {
    error = thrown.code;
  };
  try {
    return Promise.resolve(work(how)).catch(failed).then(done);
  } catch (thrown) {
    failed(thrown);
    done();
  }
};
(async () => {
  await tell('sync', (file) => write.sync(file, text));
  await tell('promise', (file) => write(file, text));
})();
JS
seen=$(bash -c 'ulimit -f 64; exec node try.cjs')
echo "$seen"
[ "$seen" = "sync: 65536 of 200000 bytes, no error
promise: 65536 of 200000 bytes, no error" ]
