import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClaude } from './claude-store.ts';
import { median, nodeProcess, type Took } from './process.ts';

/**
 * `convo list` and `convo verify` of 500 sessions of Claude Code, of about a megabyte each, as whole processes, against reading the
 * same files, and against JSON.parse of each line.
 */
const SESSIONS = 500;
const SIZE = 800_000;
const ROUNDS = 3;
/** Times the JSON.parse of all lines above which a run fails. */
const GATE = { list: 1, verify: 1 };

const WALK = `
const fs = require('node:fs'), path = require('node:path');
let sum = 0;
const top = path.join(process.argv[1], 'projects');
for (const project of fs.readdirSync(top))
  for (const name of fs.readdirSync(path.join(top, project))) use(fs.readFileSync(path.join(top, project, name)));
`;
const READ = `${WALK} function use(bytes) { sum += bytes.length }`;
const PARSE = `${WALK} function use(bytes) { for (const line of bytes.toString('utf8').split('\\n')) if (line !== '') sum += JSON.parse(line).uuid.length }`;

const home = join(mkdtempSync(join(tmpdir(), 'convo-bench-claude-')), '.claude');
try {
  const bytes = makeClaude(home, SESSIONS, SIZE);
  const convo = (verb: string) => nodeProcess([join('bin', 'convo.js'), ...verb.split(' '), '--root', home]);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    read: nodeProcess(['-e', READ, home]),
    parse: nodeProcess(['-e', PARSE, home]),
    list: convo('list --all'),
    verify: convo('verify'),
  }));
  type Name = keyof (typeof rounds)[number];
  const of = (name: Name, pick: (took: Took) => number) => median(rounds.map((round) => pick(round[name])));
  const seconds = (name: Name) => of(name, (took) => took.seconds).toFixed(2);
  const times = (name: Name, peer: Name) => median(rounds.map((round) => round[name].seconds / round[peer].seconds));
  process.stdout.write(
    `claude: ${SESSIONS} sessions, ${Math.round(bytes / 1e6)} MB; reading them ${seconds('read')} s, and parsing each line ${seconds('parse')} s\n`,
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
  rmSync(join(home, '..'), { recursive: true });
}
