import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHome } from './home.ts';
import { median, nodeProcess, type Took } from './process.ts';

/**
 * `convo verify` and `convo list` of 10,000 conversations as whole processes, with one thread and with two, against reading the
 * same files and parsing them, and against what else a person would take.
 */
const FILES = Number(process.env['FILES'] ?? 10_000);
const ROUNDS = 3;
/** Reading the bytes once is the floor, parsing them the peer; above this many times the peer, a run fails. */
const GATE = 1;
/** Times reading. */
const GOALS = { 'verify --jobs 1': 5, 'verify --jobs 2': 3, 'list --jobs 1': 2.5, 'list --jobs 2': 2.5 } as const;

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
/** What checks JSON on most machines; the second takes one file a process. */
const PEERS = {
  'jq empty': 'xargs -0 jq empty',
  'python3 -m json.tool': 'xargs -0 -n 1 python3 -m json.tool',
} as const;
/** Files of which the time of the whole is made, for a peer that takes one file a process. */
const SOME = 100;

type Verb = keyof typeof GOALS;
const VERBS: readonly Verb[] = ['verify --jobs 1', 'verify --jobs 2', 'list --jobs 1', 'list --jobs 2'];

const home = mkdtempSync(join(tmpdir(), 'convo-bench-home-'));
try {
  const bytes = makeHome(home, FILES, 'v1');
  const rounds = Array.from({ length: ROUNDS }, () => ({
    read: nodeProcess(['-e', READ, home]),
    parse: nodeProcess(['-e', PARSE, home]),
    verbs: new Map(
      VERBS.map((verb) => [verb, nodeProcess([join('bin', 'convo.js'), ...verb.split(' '), '--root', home])]),
    ),
  }));
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const told = (verb: Verb, pick: (took: Took, round: (typeof rounds)[number]) => number) =>
    of((round) => pick(round.verbs.get(verb) ?? round.read, round));
  process.stdout.write(
    `${FILES} files, ${Math.round(bytes / 1e6)} MB: reading them ${of(({ read }) => read.seconds).toFixed(2)} s, ` +
      `JSON.parse of them ${of(({ parse }) => parse.seconds).toFixed(2)} s\n`,
  );
  for (const verb of VERBS) {
    const share = told(verb, (took, { parse }) => took.seconds / parse.seconds);
    process.stdout.write(
      `${verb}: ${told(verb, (took) => took.seconds).toFixed(2)} s, ` +
        `${told(verb, (took, { read }) => took.seconds / read.seconds).toFixed(2)} times reading (goal ${GOALS[verb]}), ` +
        `${told(verb, (took, { read }) => took.cpu / read.cpu).toFixed(2)} times its processor time; ` +
        `${share.toFixed(2)} times JSON.parse (${verb.startsWith('verify') ? `gate ${GATE}` : 'no gate'}), ${Math.round(told(verb, (took) => took.megabytes))} MB of memory\n`,
    );
    if (verb.startsWith('verify') && share > GATE) process.exitCode = 1;
  }
  const alone = told('verify --jobs 1', (took) => took.seconds);
  for (const [name, script] of Object.entries(PEERS)) {
    const seconds = peerSeconds(script, script.includes('-n 1') ? SOME : FILES);
    const words =
      seconds === null
        ? 'is not here'
        : `${seconds.toFixed(1)} s, ${(seconds / alone).toFixed(1)} times verify with one thread`;
    process.stdout.write(`${name}: ${words}\n`);
  }
} finally {
  rmSync(home, { recursive: true });
}

/** Seconds that a program takes for all the files, from those of `count` of them; null where it is not installed. */
function peerSeconds(script: string, count: number): number | null {
  const [program = ''] = script.split(' ').filter((word) => word === 'jq' || word === 'python3');
  if (spawnSync(program, ['--version']).status !== 0) return null;
  const start = process.hrtime.bigint();
  const files = `find "$1" -name '*.json' -path '*conversations*' -print0 | head -z -n ${count}`;
  const { status } = spawnSync('bash', ['-c', `${files} | ${script} > /dev/null`, 'bash', home]);
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
  return (Number(process.hrtime.bigint() - start) / 1e9) * (FILES / count);
}
