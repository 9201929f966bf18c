#!/usr/bin/env bash
# junit2json 4.0.0: the name of a test that reads as a number becomes a number, and not the one that it reads as. "1e3" is 1 and "0x10"
# is 0; "1.10" and "1.1" become equal, so do "007" and "7". The type of `name` is string. A message or value of an attribute goes the
# same way, texts between tags do not. Suites are named after versions, codes of findings or ids, and then two tests are one.
# Seen: [1,0,1.1,1.1,7,7,"v1.10"] for the names 1e3, 0x10, 1.10, 1.1, 007, 7, v1.10.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund junit2json@4.0.0 >/dev/null
cat >try.mjs <<'JS'
import { parse } from 'junit2json';

const names = ['1e3', '0x10', '1.10', '1.1', '007', '7', 'v1.10'];
const cases = names.map((name) => `<testcase name="${name}" classname="c"/>`).join('');
const { testcase } = await parse(`<testsuite name="s" tests="${names.length}">${cases}</testsuite>`);
console.log(JSON.stringify(testcase.map(({ name }) => name)));
JS
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = '[1,0,1.1,1.1,7,7,"v1.10"]' ]
