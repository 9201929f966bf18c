import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RecordedCase } from '../cases.ts';
import { newestOf, published } from '../npm.ts';
import { type Asked, type Installed, NO_ANSWER, type Program } from '../program.ts';
import { startModel } from './model.ts';

/** Claude Code, as npm publishes it. It is run and never looked into. */
export const claude: Program = {
  name: 'claude',
  newest: newestClaude,
  fetch,
};

const PACKAGE = '@anthropic-ai/claude-code';
/** From this version on the program is an executable file for each platform. */
const NATIVE = [2, 1, 113] as const;

/** The command of a version, which is fetched unless it is there. */
export function commandOf(version: string): readonly string[] {
  const isNative = compare(version.split('.').map(Number), NATIVE) >= 0;
  const name = isNative ? `${PACKAGE}-${process.platform}-${process.arch}` : PACKAGE;
  const file = published('claude', `${name}@${version}`, join(name, isNative ? 'claude' : 'cli.js'));
  return isNative ? [file] : [process.execPath, file];
}

export function newestClaude(): string {
  return newestOf(PACKAGE);
}

function fetch(version: string): Installed {
  const command = commandOf(version);
  return {
    version,
    ask: (given) => ask(command, given),
    place: (session) => join('projects', '-srv-app', `${session}.jsonl`),
  };
}

function compare(version: readonly number[], with_: readonly number[]): number {
  const at = with_.findIndex((part, i) => part !== version[i]);
  return at < 0 ? 0 : (version[at] ?? 0) - (with_[at] ?? 0);
}

/** What all recordings ask, and what the stand-in answers. */
const QUESTION = 'And now?';
const ANSWER = 'Resumed.';

async function ask(
  command: readonly string[],
  { session, bytes }: Pick<RecordedCase, 'session' | 'bytes'>,
): Promise<Asked> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
  const [home, app, config] = [join(top, 'home'), join(top, 'app'), join(top, 'config')];
  const file = join(config, 'projects', app.replace(/[^A-Za-z\d]/g, '-'), `${session}.jsonl`);
  for (const folder of [home, app, dirname(file)]) mkdirSync(folder, { recursive: true });
  writeFileSync(file, bytes);
  const model = await startModel(ANSWER);
  try {
    const args = ['-p', QUESTION, '--resume', session, '--output-format', 'text'];
    const { exit, output } = await run([...command, ...args], app, environment(home, config, model.url));
    const after = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const grew = after.subarray(0, bytes.length).equals(bytes);
    const appended = grew ? after.subarray(bytes.length) : Buffer.alloc(0);
    const { histories, refused } = model;
    return {
      exit,
      said: output.trim().slice(-200).replaceAll(top, ''),
      refused,
      sent: histories.at(-1) ?? null,
      first: histories.length > 1 ? (histories[0] ?? null) : null,
      grew,
      added: typesIn(appended),
      appended,
    };
  } finally {
    model.close();
    rmSync(top, { recursive: true, force: true });
  }
}

/** A dummy key, the stand-in, and no way to anywhere else. */
export function environment(home: string, config: string, url: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CLAUDE_CONFIG_DIR: config,
    ANTHROPIC_API_KEY: `sk-ant-api03-${'m'.repeat(80)}`,
    ANTHROPIC_BASE_URL: url,
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
}

/** Longer than this no answer took, on a machine that was busy. */
const PATIENCE = 60_000;

/** What a process printed, on stdout unless it printed nothing there; what takes too long is ended. */
export async function run([file = '', ...args]: readonly string[], cwd: string, env: Record<string, string>) {
  const how = { timeout: PATIENCE, killSignal: 'SIGKILL' } as const;
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...how });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exit: Number(status ?? NO_ANSWER), output: out.trim() === '' ? err : out };
}

function typesIn(appended: Buffer): string[] {
  return appended
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String(JSON.parse(line).type));
}
