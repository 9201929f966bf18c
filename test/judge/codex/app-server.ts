import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What the program answers to one call. */
export type CallAnswer = { readonly result: unknown } | { readonly error: string };

export interface ServerEvent {
  readonly method: string;
  readonly params: object;
}

/** `codex app-server` with a home of its own and no way to anywhere else. */
export class AppServer {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: CallAnswer) => void>();
  readonly #events: ServerEvent[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #closed: Promise<unknown>;
  #calls = 0;
  /** Answers what the program asks of its client. */
  reply: (method: string, params: object) => object = () => ({});

  constructor(file: string, home: string, user: string, path = process.env['PATH'] ?? '') {
    this.#child = spawn(process.execPath, [file, 'app-server'], {
      cwd: user,
      env: { ...environmentIn(home, user), PATH: path },
      stdio: ['pipe', 'pipe', 'ignore'],
      // A group of its own, so that the program behind the script of npm ends with it.
      detached: true,
    });
    this.#closed = once(this.#child, 'close');
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

  /** Waits until the program has told of an event so often, or has been silent about it for too long. */
  happened(method: string, times: number, patience = PATIENCE): Promise<boolean> {
    const isThere = () => this.#events.filter((event) => event.method === method).length >= times;
    return new Promise((resolve) => {
      const end = (is: boolean) => {
        clearTimeout(late);
        this.#listeners.delete(look);
        resolve(is);
      };
      const look = () => isThere() && end(true);
      const late = setTimeout(() => end(false), patience);
      this.#listeners.add(look);
      look();
    });
  }

  /** Events so far, the oldest first. */
  get events(): readonly ServerEvent[] {
    return this.#events;
  }

  kill(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    const late = setTimeout(() => this.kill(), 5000);
    await this.#closed;
    clearTimeout(late);
    this.kill();
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #take(line: string): void {
    let said: { id?: number; method?: string; params?: object; result?: unknown; error?: { message?: string } };
    try {
      said = JSON.parse(line);
    } catch {
      return;
    }
    if (said.method !== undefined) {
      this.#events.push({ method: said.method, params: said.params ?? {} });
      if (said.id !== undefined) this.#send({ id: said.id, result: this.reply(said.method, said.params ?? {}) });
      for (const look of this.#listeners) look();
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
  return {
    HOME: user,
    CODEX_HOME: home,
    TZ: 'UTC',
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
    ...Object.fromEntries(proxies),
  };
}
