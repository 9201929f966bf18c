import { causeOf, Failure } from '../model/failure.ts';
import { type Paint, paint } from '../report/paint.ts';
import type { Env, Stream } from './env.ts';
import { EXIT, type Exit } from './exit.ts';

/** Thrown when the reader has gone (`| head`), which is no error. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
  exit: Exit = EXIT.done;
}

/** Writes large chunks and awaits each, so a slow reader slows convo. */
export interface Output {
  readonly stream: Stream;
  /** Infinite unless for a terminal. */
  readonly width: number;
  /** Throws ReaderGone, or Failure `failed`. */
  write(chunk: string | Uint8Array): Promise<void>;
  line(text: string): Promise<void>;
  /** Awaits the reader once, not per line. */
  lines(texts: Iterable<string>): Promise<void>;
  flush(): Promise<void>;
  started(): boolean;
  /** True while only a part of a text is written. */
  isPartlySent(): boolean;
}

const MAX_BUFFERED_CHARACTERS = 1 << 16;

/** A buffered output. Terminals without UTF-8 get convo's signs in ASCII; CI logs get no runner commands. Bytes are verbatim. */
export function output(stream: Stream, vars: Env['vars']): Output {
  const spelled = spellingFor(stream, vars);
  let buffered: string[] = [];
  let size = 0;
  let begun = false;
  let sent = false;
  listen(stream);

  async function flush(): Promise<void> {
    if (size === 0) return;
    const text = buffered.join('');
    buffered = [];
    size = 0;
    sent = true;
    await send(stream, text);
  }

  function bufferText(text: string): boolean {
    begun = true;
    buffered.push(spelled(text));
    size += text.length;
    return size >= MAX_BUFFERED_CHARACTERS;
  }

  async function write(chunk: string | Uint8Array): Promise<void> {
    if (typeof chunk === 'string') return bufferText(chunk) ? flush() : undefined;
    begun = true;
    await flush();
    sent = true;
    await send(stream, chunk);
  }

  async function lines(texts: Iterable<string>): Promise<void> {
    for (const text of texts) if (bufferText(`${text}\n`)) await flush();
  }

  const width = stream.isTTY === true ? (stream.columns ?? 80) : Number.POSITIVE_INFINITY;
  const line = (text: string) => write(`${text}\n`);
  return { stream, width, write, line, lines, flush, started: () => begun, isPartlySent: () => sent && size > 0 };
}

/** Texts on stderr, redacted with `--redact` or `--redact-also`. */
export interface Commentary extends Output {
  /** Redacts all later texts, by a redactor that has learnt secrets. */
  redactBy(clean: (text: string) => string): void;
}

/** An output for commentary: failures to write are ignored. */
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

/** Streams that have a listener, since the demo reuses them. */
const heard = new WeakSet<Stream>();

/** Listens for errors: a closed pipe would end the process with a stack; `write` reports it too. */
function listen(stream: Stream): void {
  if (heard.has(stream)) return;
  heard.add(stream);
  stream.on('error', () => {});
}

function spellingFor(stream: Stream, vars: Env['vars']): (text: string) => string {
  if (RUNNER_VARIABLES.some((name) => vars[name])) return commandEscaper();
  return stream.isTTY === true && !isUtf8(vars) ? inAscii : (text) => text;
}

/** Runners that obey commands in logs, by variable. */
const RUNNER_VARIABLES = ['GITHUB_ACTIONS', 'GITEA_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];

/**
 * Escapes the first character of runner commands: `::` at a line's start, `##[`, `##vso[` and `##teamcity[` anywhere. The result is valid
 * in JSON strings.
 */
function commandEscaper(): (text: string) => string {
  let isBlank = true;
  return (text) => {
    const before = isBlank ? '' : '.';
    const last = text.slice(text.lastIndexOf('\n') + 1);
    isBlank = (isBlank || last !== text) && last.trim() === '';
    const safe = `${before}${text}`.replace(/^([^\S\n]*):(?=:)/gm, '$1\\u003a');
    return safe.slice(before.length).replace(/#(?=#(?:vso|teamcity)?\[)/gi, '\\u0023');
  };
}

function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Env['vars']): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** Replacements of equal width. */
const ASCII: Readonly<Record<string, string>> = {
  ...{ '…': '~', '·': '-', '│': '|', '─': '-', '█': '#', '░': '.', '✗': 'x', '✓': 'v', '†': '!', '←': '<', '×': 'x' },
  ...{ '▁': '_', '▂': '_', '▃': '-', '▄': '-', '▅': '=', '▆': '=', '▇': '#' },
};

function inAscii(text: string): string {
  return text.replace(/[…·│─█░┌┐└┘├┤┬┴┼✗✓†←×▁▂▃▄▅▆▇]/g, (sign) => ASCII[sign] ?? '+');
}

function send(stream: Stream, chunk: string | Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(chunk, (error) => {
      if (error === null || error === undefined) done();
      else fail(writeError(error));
    });
  });
}

function writeError(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EPIPE') return new ReaderGone('the reader has gone', { cause: error });
  const reason = causeOf(code) ?? (code === '' ? error.message : `writing failed with ${code}`);
  return new Failure('failed', `the answer cannot be written: ${reason}`, null, { cause: error });
}

/** Writes a report. GitHub's format consists of runner commands, so it is not escaped. */
export function writeReport(out: Pick<Output, 'write'>, format: string, text: string): Promise<void> {
  return out.write(format === 'github' ? new TextEncoder().encode(text) : text);
}

/** Throws Failure `usage` for more than one on stdout (null), JSON included. */
export function refuseTwoOnStdout(files: readonly (string | null)[], json: boolean): void {
  const onStdout = files.filter((file) => file === null).length + (json ? 1 : 0);
  if (onStdout > 1)
    throw new Failure(
      'usage',
      'two reports cannot both go to stdout',
      'Give all but one a file: --report FORMAT=FILE.',
    );
}

type ColorChoice = 'always' | 'never' | 'auto' | undefined;

interface LogTraits {
  readonly isLog?: boolean;
}

/** True for colours: as asked, else by variables, else for terminals. `isLog`: CI logs may show colour. */
export function wantsColor(
  when: ColorChoice,
  stream: Stream,
  vars: Env['vars'],
  { isLog = false }: LogTraits = {},
): boolean {
  if (when === 'always' || when === 'never') return when === 'always';
  return spokenColor(vars) ?? (stream.isTTY === true || (isLog && COLOR_RUNNER_VARIABLES.some((name) => vars[name])));
}

const COLOR_RUNNER_VARIABLES = [
  'GITHUB_ACTIONS',
  'GITEA_ACTIONS',
  'GITLAB_CI',
  'CIRCLECI',
  'TRAVIS',
  'BUILDKITE',
  'DRONE',
  'APPVEYOR',
];

export function paintFor(color: ColorChoice, stream: Stream, vars: Env['vars'], log: LogTraits = {}): Paint {
  return paint(wantsColor(color, stream, vars, log), hasManyColors(vars, color === 'always'));
}

/** Variables of runners and of Windows Terminal, which show 256 colours without declaring it. */
const WITH_256_COLORS = ['WT_SESSION', 'GITHUB_ACTIONS', 'GITLAB_CI', 'BUILDKITE'];
/** Emulators show 256 colours under these names too, which declare only 8. */
const EMULATORS =
  /^(?:xterm|screen|tmux|rxvt|alacritty|kitty|foot|wezterm|ghostty|konsole|gnome|vte|iterm2?|st)(?:[-.]|$)/;
const FEW_COLORS = /^(?:dumb|linux|ansi|cons|vt\d)|-(?:mono|m|color|8color|16color|88color)$/;

function hasManyColors(vars: Env['vars'], isAsked: boolean): boolean {
  const { TERM = '', COLORTERM = '' } = vars;
  if (TERM.includes('256') || COLORTERM !== '' || WITH_256_COLORS.some((name) => vars[name])) return true;
  return !FEW_COLORS.test(TERM) && (isAsked || EMULATORS.test(TERM));
}

function spokenColor({ FORCE_COLOR, NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM }: Env['vars']): boolean | null {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  return CLICOLOR === '0' || TERM === 'dumb' ? false : null;
}

/** Joins `--color` and `--no-color` with their values, so that a following command is not a value. */
export function spellColor(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const isAlone = (n: number) => argv[n] === '--color' && (end === -1 || n < end);
  return argv.flatMap((word, i) => {
    if (isAlone(i - 1) && COLOR_CHOICE.test(word)) return [];
    if (isAlone(i)) return `--color=${argv[i + 1]?.match(COLOR_CHOICE)?.[0] ?? 'always'}`;
    return word === '--no-color' && (end === -1 || i < end) ? '--color=never' : word;
  });
}

const COLOR_CHOICE = /^(?:always|never|auto)$/;
