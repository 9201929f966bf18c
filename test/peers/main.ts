import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeReal } from '../bench/real-store.ts';
import { published } from '../judge/npm.ts';
import { environment, pythonOf } from '../proofs/python.ts';
import { type Planted, plant } from './home.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const convo = join(here, '../../bin/convo.js');
/** Versions that are compared; those of Python are in requirements.txt. */
const [CCUSAGE, REPLAY] = ['ccusage@20.0.24', 'claude-replay@0.9.0'] as const;
/** Bytes of the home, of `SIZE`. */
const SIZE = Number(process.env['SIZE'] ?? 60_000_000);

/** One job of one program on one home. */
interface Contestant {
  readonly name: string;
  readonly job: 'pages of all sessions' | 'a page of one session' | 'tokens of all sessions';
  readonly command: readonly string[];
  /** Where its pages are; null where they are stdout. */
  readonly output: string | null;
}

/** Installs the programs below the cache, runs each on one home, and prints a table. */
export async function peers(folder: string): Promise<void> {
  const python = pythonOf(10);
  if (python === null) {
    process.stdout.write('not run: there is no Python 3.10 or later\n');
    return;
  }
  const packages = environment(python, join(here, 'requirements.txt'));
  const ccusage = published('ccusage', CCUSAGE, '.bin/ccusage');
  const replay = published('claude-replay', REPLAY, '.bin/claude-replay');
  const home = join(folder, '.claude');
  const bytes = makeReal(home, 'claude', SIZE);
  const planted = plant(home);
  const out = (name: string): string => join(folder, name);
  mkdirSync(out('pages'));
  const contestants: readonly Contestant[] = [
    {
      name: 'convo',
      job: 'pages of all sessions',
      command: [process.execPath, convo, '--root', home, 'export', '--to', 'html', '--output', out('convo')],
      output: out('convo'),
    },
    {
      name: 'claude-code-log 1.7.0',
      job: 'pages of all sessions',
      command: [packages.bin('claude-code-log'), join(home, 'projects'), '--all-projects', '--output', out('log')],
      output: out('log'),
    },
    {
      name: 'claude-code-transcripts 0.6',
      job: 'pages of all sessions',
      command: [
        packages.bin('claude-code-transcripts'),
        'all',
        '-s',
        join(home, 'projects'),
        '-o',
        out('transcripts'),
        '-q',
      ],
      output: out('transcripts'),
    },
    {
      name: 'convo',
      job: 'a page of one session',
      command: [process.execPath, convo, '--root', home, 'show', '77777777', '--html'],
      output: null,
    },
    {
      name: REPLAY,
      job: 'a page of one session',
      command: [replay, planted.whole, '--no-compress', '-o', out('pages/replay.html')],
      output: out('pages/replay.html'),
    },
    {
      name: 'convo',
      job: 'tokens of all sessions',
      command: [process.execPath, convo, '--root', home, 'stats', '--json'],
      output: null,
    },
    {
      name: CCUSAGE,
      job: 'tokens of all sessions',
      command: [ccusage, 'session', '--json', '--offline'],
      output: null,
    },
  ];
  process.stdout.write(`${Math.round(bytes / 1e6)} MB of sessions of Claude Code\n`);
  for (const each of contestants) process.stdout.write(`${lineOf(each, folder, python, planted)}\n`);
}

function lineOf({ name, job, command, output }: Contestant, folder: string, python: string, planted: Planted): string {
  const { stdout, stderr } = spawnSync(python, [join(here, 'measure.py'), ...command], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { PATH: process.env['PATH'], HOME: folder, CLAUDE_CONFIG_DIR: join(folder, '.claude') },
  });
  const { status, cpu, megabytes } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  const text = output === null ? stdout : textBelow(output);
  const found = (words: readonly string[]): string =>
    `${words.filter((word) => text.includes(word)).length} of ${words.length}`;
  const facts =
    job === 'tokens of all sessions'
      ? [
          `the planted output tokens ${planted.output.some((sum) => new RegExp(`\\b${sum}\\b`).test(text)) ? 'once' : 'not as planted'}`,
        ]
      : [
          `questions ${found(planted.questions)}`,
          `answers ${found(planted.answers)}`,
          `tools ${found(planted.tools)}`,
          `title ${text.includes(planted.title) ? 'yes' : 'no'}`,
          ...(job === 'a page of one session'
            ? []
            : [
                `around the damage ${found(planted.around)}`,
                `damage said ${/torn|damaged line|CL00\d/.test(text) ? 'yes' : 'no'}`,
              ]),
        ];
  return `${job} | ${name} | exit ${status} | ${cpu.toFixed(1)} s | ${Math.round(megabytes)} MB | ${facts.join(', ')}`;
}

/** All files below a path, or the file that it is. */
function textBelow(path: string): string {
  if (!existsSync(path)) return '';
  if (statSync(path).isFile()) return readFileSync(path, 'utf8');
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:html|js|json)$/.test(name))
    .map((name) => readFileSync(join(path, name), 'latin1'))
    .join('\n');
}
