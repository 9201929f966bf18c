import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCodex } from './codex-store.ts';
import { nodeProcess } from './process.ts';
import { inRounds, tellVerbs } from './rounds.ts';

/**
 * `convo list`, `convo verify`, `convo stats` and `convo grep` of threads of Codex CLI, of about half a megabyte each, as whole
 * processes, against reading the same files, and against JSON.parse of each line. `COUNT` makes it as many threads.
 */
const THREADS = Number(process.env['COUNT'] ?? 500);
const SIZE = 500_000;
/** Times the JSON.parse of all lines above which a run fails. */
const GATE = { list: 0.4, verify: 3, stats: 9, grep: 1 };
/** In no thread, of letters that are common in them. */
const ABSENT = 'Straten orisen';

const WALK = `
const fs = require('node:fs'), path = require('node:path');
let sum = 0;
const top = path.join(process.argv[1], 'sessions');
for (const name of fs.readdirSync(top, { recursive: true }))
  if (name.endsWith('.jsonl')) use(fs.readFileSync(path.join(top, name)));
`;
const READ = `${WALK} function use(bytes) { sum += bytes.length }`;
const PARSE = `${WALK} function use(bytes) { for (const line of bytes.toString('utf8').split('\\n')) if (line !== '') sum += JSON.parse(line).type.length }`;

const home = join(mkdtempSync(join(tmpdir(), 'convo-bench-codex-')), '.codex');
try {
  const bytes = makeCodex(home, THREADS, SIZE);
  const convo = (words: string, expect = [0]) =>
    nodeProcess([join('bin', 'convo.js'), ...words.split(' '), '--root', home], expect);
  const rounds = inRounds({
    read: () => nodeProcess(['-e', READ, home]),
    parse: () => nodeProcess(['-e', PARSE, home]),
    list: () => convo('list --all'),
    verify: () => convo('verify'),
    stats: () => convo('stats'),
    grep: () => nodeProcess([join('bin', 'convo.js'), 'grep', ABSENT, '--jobs', '2', '--root', home], [1]),
  });
  process.stdout.write(
    `codex: ${THREADS} threads, ${Math.round(bytes / 1e6)} MB; ` +
      `reading them ${rounds.seconds('read')} s, and parsing each line ${rounds.seconds('parse')} s\n`,
  );
  tellVerbs(rounds, GATE);
} finally {
  rmSync(join(home, '..'), { recursive: true });
}
