import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeProcess, type Took } from './process.ts';
import { inRounds, type Rounds, tellVerbs } from './rounds.ts';

/** In none of the generated conversations, of letters that are common in them. */
export const ABSENT = 'Straten orisen';

/** Verbs that are run. */
type Verb = 'list' | 'verify' | 'stats' | 'grep';

/** A home of a program whose files hold one JSON object a line. */
export interface LineHome {
  readonly kind: string;
  /** The name of its folder. */
  readonly folder: string;
  readonly conversations: string;
  /** The folder in it that has the files. */
  readonly top: string;
  /** A text that every line has, by its key: the script adds up the lengths. */
  readonly key: string;
  /** Times the JSON.parse of all lines above which a run fails. */
  readonly gate: Readonly<Record<Verb, number>>;
  /** Makes the home, and answers the bytes of its conversations. */
  make(home: string): number;
}

const WALK = `
const fs = require('node:fs'), path = require('node:path');
let sum = 0;
const top = process.argv[1];
for (const name of fs.readdirSync(top, { recursive: true }))
  if (name.endsWith('.jsonl')) use(fs.readFileSync(path.join(top, name)));
`;

/** A script that parses each line of the sessions below a folder, and adds up the lengths of the texts of a key. */
export function parseScript(key: string): string {
  const parse = `try { sum += (JSON.parse(line).${key} ?? '').length } catch {}`;
  return `${WALK} function use(bytes) { for (const line of bytes.toString('utf8').split('\\n')) if (line !== '') ${parse} }`;
}

/** Runs the verbs as whole processes against reading the same files, and against JSON.parse of each line; `also` is told the rounds. */
export function benchVerbs(
  { kind, folder, top, conversations, key, gate, make }: LineHome,
  also: (home: string, rounds: Rounds<'read' | 'parse' | Verb>) => void = () => undefined,
): void {
  const home = join(mkdtempSync(join(tmpdir(), `convo-bench-${kind}-`)), folder);
  const script = (use: string) => nodeProcess(['-e', `${WALK} function use(bytes) { ${use} }`, join(home, top)]);
  const convo = (words: readonly string[], exits?: readonly number[]): Took =>
    nodeProcess([join('bin', 'convo.js'), ...words, '--root', home], exits);
  try {
    const bytes = make(home);
    const rounds = inRounds({
      read: () => script('sum += bytes.length'),
      parse: () => nodeProcess(['-e', parseScript(key), join(home, top)]),
      list: () => convo(['list', '--all']),
      verify: () => convo(['verify']),
      stats: () => convo(['stats']),
      grep: () => convo(['grep', ABSENT, '--jobs', '2'], [1]),
    });
    process.stdout.write(
      `${kind}: ${conversations}, ${Math.round(bytes / 1e6)} MB; ` +
        `reading them ${rounds.seconds('read')} s, and parsing each line ${rounds.seconds('parse')} s\n`,
    );
    tellVerbs(rounds, gate);
    also(home, rounds);
  } finally {
    rmSync(join(home, '..'), { recursive: true });
  }
}
