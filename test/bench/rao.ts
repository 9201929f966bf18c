import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, nodeProcess, type Took } from './process.ts';
import { makeRao } from './rao-store.ts';

/** `convo list` and `convo verify` of 2,000 Rao conversations with their companions as whole processes, against reading the same files. */
const CONVERSATIONS = 2_000;
const ROUNDS = 3;
/** Times the JSON.parse of the JSON files among them above which a run fails. */
const GATE = { list: 1.5, verify: 3.5 };

const WALK = `
const fs = require('node:fs'), path = require('node:path');
let sum = 0;
const folder = path.join(process.argv[1], 'conversations');
for (const name of fs.readdirSync(folder))
  for (const file of fs.readdirSync(path.join(folder, name))) use(file, fs.readFileSync(path.join(folder, name, file)));
`;
const READ = `${WALK} function use(_, bytes) { sum += bytes.length }`;
const PARSE = `${WALK} function use(file, bytes) { if (file.endsWith('.json')) sum += Object.keys(JSON.parse(bytes.toString('utf8'))).length }`;

const base = mkdtempSync(join(tmpdir(), 'convo-bench-rao-'));
try {
  const bytes = makeRao(base, CONVERSATIONS);
  const convo = (verb: string) =>
    nodeProcess([join('bin', 'convo.js'), ...verb.split(' '), '--root', base, '--kind', 'rao'], [0, 1]);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    read: nodeProcess(['-e', READ, base]),
    parse: nodeProcess(['-e', PARSE, base]),
    list: convo('list --all --json'),
    verify: convo('verify --json'),
  }));
  type Name = 'read' | 'parse' | 'list' | 'verify';
  const of = (name: Name, pick: (took: Took) => number) => median(rounds.map((round) => pick(round[name])));
  const seconds = (name: Name) => of(name, (took) => took.seconds).toFixed(2);
  const times = (name: Name, peer: Name) => median(rounds.map((round) => round[name].seconds / round[peer].seconds));
  process.stdout.write(
    `rao: ${CONVERSATIONS} conversations with companions, ${Math.round(bytes / 1e6)} MB; ` +
      `reading them ${seconds('read')} s, and parsing what is JSON ${seconds('parse')} s\n`,
  );
  for (const name of ['list', 'verify'] as const) {
    const share = times(name, 'parse');
    process.stdout.write(
      `  ${name} ${seconds(name)} s, ${times(name, 'read').toFixed(2)} times reading, ${share.toFixed(2)} times parsing ` +
        `(gate ${GATE[name]}), ${Math.round(of(name, (took) => took.megabytes))} MB of memory\n`,
    );
    if (share > GATE[name]) process.exitCode = 1;
  }
} finally {
  rmSync(base, { recursive: true });
}
