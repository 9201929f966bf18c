import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What the program answers to one call. */
export type CallAnswer = { readonly result: unknown } | { readonly error: string };

/** `codex app-server` with a home of its own and no way to anywhere else. */
export class AppServer {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: CallAnswer) => void>();
  #calls = 0;

  constructor(file: string, home: string, user: string) {
    this.#child = spawn(process.execPath, [file, 'app-server'], {
      cwd: user,
      env: environmentIn(home, user),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const { stdout } = this.#child;
    if (stdout !== null) createInterface({ input: stdout }).on('line', (line) => this.#take(line));
    this.#child.on('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: 'the program ended' });
    });
    this.#child.stdin?.on('error', () => undefined);
  }

  /** Names us, as every client does first. */
  async begin(): Promise<void> {
    const clientInfo = { name: 'judge', title: null, version: '0' };
    await this.call('initialize', { clientInfo, capabilities: { experimentalApi: true } });
    this.#send({ method: 'initialized' });
  }

  /** Never throws: a program that ended, or that is silent for a minute, is an error too. */
  call(method: string, params: object): Promise<CallAnswer> {
    const id = ++this.#calls;
    return new Promise((resolve) => {
      const late = setTimeout(() => answer({ error: 'no answer' }), PATIENCE);
      const answer = (given: CallAnswer) => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve(given);
      };
      this.#waiting.set(id, answer);
      if (this.#child.exitCode !== null) answer({ error: 'the program ended' });
      else this.#send({ id, method, params });
    });
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.stdin?.end();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    await closed;
    clearTimeout(late);
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #take(line: string): void {
    let said: { id?: number; result?: unknown; error?: { message?: string } };
    try {
      said = JSON.parse(line);
    } catch {
      return;
    }
    if (said.id === undefined || !('result' in said || 'error' in said)) return;
    const { error } = said;
    this.#waiting.get(said.id)?.(
      error === undefined ? { result: said.result } : { error: error.message ?? 'no words' },
    );
  }
}

/** Longer than this no answer took, on a machine that was busy. */
const PATIENCE = 60_000;
const NOWHERE = 'http://127.0.0.1:9';

function environmentIn(home: string, user: string): Record<string, string> {
  const proxies = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, NOWHERE]);
  return { PATH: process.env['PATH'] ?? '', HOME: user, CODEX_HOME: home, TZ: 'UTC', ...Object.fromEntries(proxies) };
}
