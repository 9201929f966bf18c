import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeProcess, type Took } from './process.ts';
import { makeReal } from './real-store.ts';
import { inRounds } from './rounds.ts';
import { ABSENT, parseScript } from './verbs.ts';

/** Bytes of each home, of `SIZE`: many small records, whose number counts more than their length. */
const SIZE = Number(process.env['SIZE'] ?? 60_000_000);
const SET = ['verify', 'list', 'list --json', 'stats', 'grep', 'find', 'secrets'] as const;
/** Times the processor time of JSON.parse above which a run fails. */
const GATE = {
  claude: { verify: 2.6, list: 1.5, 'list --json': 2.8, stats: 5, grep: 1.2, find: 1.2, secrets: 10 },
  // Of 2,300 threads of 26 KB with forks among them, which verify and list compare.
  codex: { verify: 5.4, list: 2.6, 'list --json': 6, stats: 7.4, grep: 3.6, find: 4, secrets: 16 },
} as const;

for (const kind of ['claude', 'codex'] as const) {
  const home = join(mkdtempSync(join(tmpdir(), `convo-bench-real-${kind}-`)), `.${kind}`);
  const convo = (...words: readonly string[]): Took =>
    nodeProcess([join('bin', 'convo.js'), ...words, '--root', home], [0, 1, 3]);
  try {
    const bytes = makeReal(home, kind, SIZE);
    const { of, times } = inRounds({
      parse: () => nodeProcess(['-e', parseScript('type'), home]),
      verify: () => convo('verify', '--jobs', '1'),
      list: () => convo('list', '--all'),
      'list --json': () => convo('list', '--all', '--json'),
      stats: () => convo('stats', '--jobs', '1'),
      grep: () => convo('grep', ABSENT, '--jobs', '1'),
      find: () => convo('find', 'qzqz', '--jobs', '1'),
      secrets: () => convo('secrets', '--jobs', '1'),
    });
    const cpu = ({ cpu }: Took) => cpu;
    const secondsOf = (name: 'parse' | (typeof SET)[number]) =>
      `${of(name, ({ seconds }) => seconds).toFixed(2)} s, ${of(name, cpu).toFixed(2)} s of the processor`;
    process.stdout.write(
      `${kind}, as recorded: ${Math.round(bytes / 1e6)} MB; parsing each line ${secondsOf('parse')}\n`,
    );
    for (const name of SET) {
      const share = times(name, 'parse', cpu);
      const memory = Math.round(of(name, ({ megabytes }) => megabytes));
      process.stdout.write(
        `  ${name} ${secondsOf(name)}, ${share.toFixed(2)} times parsing (gate ${GATE[kind][name]}), ${memory} MB of memory\n`,
      );
      if (share > GATE[kind][name]) process.exitCode = 1;
    }
  } finally {
    rmSync(join(home, '..'), { recursive: true });
  }
}
