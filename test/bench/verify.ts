import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHome } from './home.ts';
import { median, nodeProcess, type Took } from './process.ts';

/** `convo verify` and `convo list` of 10,000 conversations as whole processes, against reading the same files and parsing them. */
const FILES = 10_000;
const ROUNDS = 3;
/** Reading the bytes once is the floor, parsing them the peer; above this many times the peer, a run fails. */
const GATE = 1;
/** Times reading, with one thread. */
const GOALS = { verify: 5, list: 2.5 };

const WALK = `
const fs = require('node:fs'), path = require('node:path');
const home = process.argv[1];
let sum = 0;
for (const project of fs.readdirSync(path.join(home, 'projects'))) {
  const folder = path.join(home, 'projects', project, 'conversations');
  for (const name of fs.readdirSync(folder)) use(fs.readFileSync(path.join(folder, name)));
}
`;
const READ = `${WALK} function use(bytes) { sum += bytes.length }`;
const PARSE = `${WALK} function use(bytes) { sum += JSON.parse(bytes.toString('utf8')).messages.length }`;

const home = mkdtempSync(join(tmpdir(), 'convo-bench-home-'));
try {
  const bytes = makeHome(home, FILES, 'v1');
  const rounds = Array.from({ length: ROUNDS }, () => ({
    read: nodeProcess(['-e', READ, home]),
    parse: nodeProcess(['-e', PARSE, home]),
    verify: nodeProcess([join('bin', 'convo.js'), 'verify', '--root', home]),
    list: nodeProcess([join('bin', 'convo.js'), 'list', '--json', '--root', home]),
  }));
  const of = (name: 'read' | 'parse' | 'verify' | 'list', pick: (took: Took) => number) =>
    median(rounds.map((round) => pick(round[name])));
  const times = median(rounds.map(({ read, verify }) => verify.seconds / read.seconds));
  const listed = median(rounds.map(({ read, list }) => list.seconds / read.seconds));
  const share = median(rounds.map(({ parse, verify }) => verify.seconds / parse.seconds));
  process.stdout.write(
    `verify: ${FILES} files, ${Math.round(bytes / 1e6)} MB: ${of('verify', (t) => t.seconds).toFixed(2)} s and ` +
      `${Math.round(of('verify', (t) => t.megabytes))} MB of memory; ${times.toFixed(2)} times reading them ` +
      `(${of('read', (t) => t.seconds).toFixed(2)} s, goal ${GOALS.verify}), ${share.toFixed(2)} times JSON.parse of them ` +
      `(${of('parse', (t) => t.seconds).toFixed(2)} s, gate ${GATE}, ${Math.round(of('parse', (t) => t.megabytes))} MB)\n` +
      `list: ${of('list', (t) => t.seconds).toFixed(2)} s, ${listed.toFixed(2)} times reading them (goal ${GOALS.list})\n`,
  );
  if (share > GATE) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true });
}
