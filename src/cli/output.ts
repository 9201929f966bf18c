import { Failure } from '../model/failure.ts';
import { causeOf } from '../model/system-cause.ts';
import type { Env, Stream } from './env.ts';
import { EXIT, type Exit } from './exit.ts';

/** Whoever read our output has gone (`| head`): nothing is wrong, and nothing more is to be said. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
  /** The exit code of the run: 0, unless it has a verdict. */
  exit: Exit = EXIT.done;
}

/** A stream that is written in large pieces, each awaited, so that a slow reader slows us and nothing piles up. */
export interface Output {
  readonly stream: Stream;
  /** Columns of a terminal; infinite where it is none. */
  readonly width: number;
  /** Throws ReaderGone when the other end was closed, and Failure `failed` for what else keeps it from being written. */
  write(chunk: string | Uint8Array): Promise<void>;
  line(text: string): Promise<void>;
  /** Many lines: waits for the reader, and not for each of them. */
  lines(texts: Iterable<string>): Promise<void>;
  flush(): Promise<void>;
  /** Has anything been written. */
  started(): boolean;
}

/** Characters held back before they are written. */
const HELD = 1 << 16;

/**
 * Buffered output to a stream; a terminal of another locale than UTF-8 gets our own signs in ASCII, and the log of a CI runner no text
 * that would command it. Bytes are written as they are.
 */
export function output(stream: Stream, vars: Env['vars']): Output {
  const spelled = spellingFor(stream, vars);
  let held: string[] = [];
  let size = 0;
  let begun = false;
  listen(stream);

  async function flush(): Promise<void> {
    if (size === 0) return;
    const text = held.join('');
    held = [];
    size = 0;
    await send(stream, text);
  }

  /** Whether there is enough to be written. */
  function hold(text: string): boolean {
    begun = true;
    held.push(spelled(text));
    size += text.length;
    return size >= HELD;
  }

  async function write(chunk: string | Uint8Array): Promise<void> {
    if (typeof chunk === 'string') return hold(chunk) ? flush() : undefined;
    begun = true;
    await flush();
    await send(stream, chunk);
  }

  async function lines(texts: Iterable<string>): Promise<void> {
    for (const text of texts) if (hold(`${text}\n`)) await flush();
  }

  const width = stream.isTTY === true ? (stream.columns ?? 80) : Number.POSITIVE_INFINITY;
  return { stream, width, write, line: (text) => write(`${text}\n`), lines, flush, started: () => begun };
}

/** Output for commentary: what of it cannot be written is dropped, because nothing that is done may hang on it. */
export function commentary(stream: Stream, vars: Env['vars']): Output {
  const out = output(stream, vars);
  const quietly = (work: Promise<void>): Promise<void> => work.catch(() => {});
  return {
    ...out,
    write: (chunk) => quietly(out.write(chunk)),
    line: (text) => quietly(out.line(text)),
    lines: (texts) => quietly(out.lines(texts)),
    flush: () => quietly(out.flush()),
  };
}

/** Streams that have a listener: the demo writes to the same ones many times. */
const heard = new WeakSet<Stream>();

// Without a listener a closed pipe would end the process with a stack trace; `write` hears of it as well.
function listen(stream: Stream): void {
  if (heard.has(stream)) return;
  heard.add(stream);
  stream.on('error', () => {});
}

function spellingFor(stream: Stream, vars: Env['vars']): (text: string) => string {
  if (OBEYING.some((name) => vars[name])) return disarming();
  return stream.isTTY === true && !isUtf8(vars) ? inAscii : (text) => text;
}

/** Runners that carry out commands which they find in a log, each by a variable that it sets. */
const OBEYING = ['GITHUB_ACTIONS', 'GITEA_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

/**
 * Spells the first sign of what such a runner would take for a command, as a JSON string may spell it too: `::` after nothing but
 * white space, `##[`, `##vso[` and `##teamcity[` anywhere.
 */
function disarming(): (text: string) => string {
  let isBlank = true;
  return (text) => {
    const before = isBlank ? '' : '.';
    const last = text.slice(text.lastIndexOf('\n') + 1);
    isBlank = (isBlank || last !== text) && last.trim() === '';
    const safe = `${before}${text}`.replace(/^([^\S\n]*):(?=:)/gm, '$1\\u003a');
    return safe.slice(before.length).replace(/#(?=#(?:vso|teamcity)?\[)/gi, '\\u0023');
  };
}

/** Is text written in UTF-8 here, by the first of the variables that says so. */
function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Env['vars']): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** Signs of our own, each with one that takes as many columns. */
const ASCII: Readonly<Record<string, string>> = { '…': '~', '·': '-', '│': '|', '─': '-', '█': '#', '░': '.' };

function inAscii(text: string): string {
  return text.replace(/[…·│─█░┌┐└┘├┤┬┴┼]/g, (sign) => ASCII[sign] ?? '+');
}

function send(stream: Stream, chunk: string | Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(chunk, (error) => {
      if (error === null || error === undefined) done();
      else fail(unsent(error));
    });
  });
}

function unsent(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EPIPE') return new ReaderGone('the reader has gone', { cause: error });
  const reason = causeOf(code) ?? (code === '' ? error.message : `writing failed with ${code}`);
  return new Failure('failed', `the answer cannot be written: ${reason}`, null, { cause: error });
}

/** Writes a piece of a report of this format: one for GitHub is made of commands for its runner, and these stay as they are. */
export function writeReport(out: Pick<Output, 'write'>, format: string, text: string): Promise<void> {
  return out.write(format === 'github' ? new TextEncoder().encode(text) : text);
}

/** Throws Failure `usage` where more than one of these reports, of which null is without a file, goes to stdout; JSON is one too. */
export function refuseTwoOnStdout(files: readonly (string | null)[], json: boolean): void {
  const onStdout = files.filter((file) => file === null).length + (json ? 1 : 0);
  if (onStdout > 1)
    throw new Failure(
      'usage',
      'two reports cannot both go to stdout',
      'Give all but one a file: --report FORMAT=FILE.',
    );
}

/**
 * Whether a stream is written in colour: as asked, else by the variables that terminals, people and scripts set, else on a
 * terminal. `isLog`: what is not a terminal may be the log of a CI runner that shows colour.
 */
export function wantsColor(
  when: 'always' | 'never' | 'auto' | undefined,
  stream: Stream,
  vars: Env['vars'],
  { isLog = false }: { readonly isLog?: boolean } = {},
): boolean {
  if (when === 'always' || when === 'never') return when === 'always';
  return spokenColor(vars) ?? (stream.isTTY === true || (isLog && RUNNERS.some((name) => vars[name])));
}

/** Runners whose logs show colour, each by a variable that it sets. */
const RUNNERS = [
  'GITHUB_ACTIONS',
  'GITEA_ACTIONS',
  'GITLAB_CI',
  'CIRCLECI',
  'TRAVIS',
  'BUILDKITE',
  'DRONE',
  'APPVEYOR',
];

/** The colour setting of the variables, by the first that has one; null where none does. */
function spokenColor({ FORCE_COLOR, NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM }: Env['vars']): boolean | null {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  return CLICOLOR === '0' || TERM === 'dumb' ? false : null;
}

/** The words of a command line with each `--color` and `--no-color` as one word, so that a command after it is not its value. */
export function spellColor(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const isAlone = (n: number) => argv[n] === '--color' && (end === -1 || n < end);
  return argv.flatMap((word, i) => {
    if (isAlone(i - 1) && WHEN.test(word)) return [];
    if (isAlone(i)) return `--color=${argv[i + 1]?.match(WHEN)?.[0] ?? 'always'}`;
    return word === '--no-color' && (end === -1 || i < end) ? '--color=never' : word;
  });
}

const WHEN = /^(?:always|never|auto)$/;
