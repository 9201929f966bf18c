import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** What a person does: waits until the text of the terminal fits, then presses keys, or hangs up. */
export type Deed = readonly [shown: RegExp, keys: string | 'hang up'];

/** Milliseconds after which a scene has failed; below what a test may take. */
const LATEST = 60_000;

/** What was on the screen at the end, and the exit code as a shell has it: 129 for an end by SIGHUP. */
export interface Seen {
  readonly screen: string;
  readonly terminal: xterm.Terminal;
  readonly exit: number | null;
}

/** Runs the built program in a real pseudo-terminal, that of `script` from util-linux; several lines one after the other. */
export async function onTerminal(
  lines: readonly string[],
  {
    home,
    columns = 80,
    deeds = [],
  }: { readonly home: string; readonly columns?: number; readonly deeds?: readonly Deed[] },
): Promise<Seen> {
  const words = [process.execPath, join(top, 'test/cli/terminal/lines.mjs'), join(top, 'bin', 'convo.js'), ...lines];
  // The shell outlives Ctrl-C and a terminal that hangs up, and says on the fourth stream how the program ended.
  const command = words.map((word) => `'${word}'`).join(' ');
  const script = `stty cols ${columns} rows 24; trap : HUP INT; ${command}; echo $? >&3`;
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    PAGER: '',
    SHELL: '/bin/sh',
  };
  const child = spawn('script', ['-qfc', script, '/dev/null'], {
    cwd: home,
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const begun = Date.now();
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  let status = '';
  if (child.stdio[3] instanceof Readable) child.stdio[3].on('data', (chunk: Buffer) => (status += chunk.toString()));
  const terminal = new xterm.Terminal({ cols: columns, rows: 24, scrollback: 5000, allowProposedApi: true });
  const left = [...deeds];
  let shown: Promise<void> = Promise.resolve();
  const show = async (chunk: Buffer) => {
    await new Promise<void>((done) => terminal.write(chunk, done));
    const [deed] = left;
    if (deed?.[0].test(textOf(terminal)) !== true) return;
    left.shift();
    if (deed[1] === 'hang up') child.kill('SIGKILL');
    else child.stdin.write(deed[1]);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    shown = shown.then(() => show(chunk));
  });
  const late = setTimeout(() => child.kill('SIGKILL'), LATEST);
  await ended;
  clearTimeout(late);
  await shown;
  if (Date.now() - begun >= LATEST)
    throw new Error(`after ${LATEST} ms the screen does not show ${left[0]?.[0] ?? 'an end'}:\n${textOf(terminal)}`);
  return { screen: `${textOf(terminal)}\n`, terminal, exit: status === '' ? null : Number(status) };
}

/** The text that a terminal shows, with what was scrolled out. */
function textOf({ buffer: { active } }: xterm.Terminal): string {
  const rows = Array.from({ length: active.length }, (_, i) => active.getLine(i)?.translateToString(true) ?? '');
  return rows.join('\n').trimEnd();
}
