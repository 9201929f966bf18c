import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HomeAnswer, ShownTurn, ThreadAnswer } from '../homes.ts';
import { AppServer, type CallAnswer } from './app-server.ts';

/** Asks the program for its list and for these threads; in a new copy of the home for each thread, since the program makes databases there. */
export async function askHome(file: string, home: string, ids: readonly string[]): Promise<HomeAnswer> {
  const { listed, reads } = await inCopy(home, file, async (server) => ({
    listed: await server.call('thread/list', { modelProviders: [], limit: 1000 }),
    reads: await inOrder(ids, (id) => server.call('thread/read', { threadId: id, includeTurns: true })),
  }));
  const gone = await inOrder(ids, (id) =>
    inCopy(home, file, (server) => server.call('thread/resume', { threadId: id })),
  );
  const entries = 'error' in listed ? [] : (listed.result as { data: Entry[] }).data;
  return {
    list: 'error' in listed ? [listed.error] : entries.map(({ id }) => id),
    shown: shownOf(entries),
    threads: Object.fromEntries(ids.map((id, i) => [id, threadAnswer(reads[i], gone[i])])),
  };
}

interface Entry {
  readonly id: string;
  readonly preview?: string | null;
  readonly name?: string | null;
}

/** A thread that is listed twice has no one preview. */
function shownOf(entries: readonly Entry[]): HomeAnswer['shown'] {
  const twice = new Set(entries.map(({ id }) => id).filter((id, i, all) => all.indexOf(id) !== i));
  return Object.fromEntries(
    entries.map(({ id, preview, name }) => [id, twice.has(id) ? [null, null] : [preview ?? null, name ?? null]]),
  );
}

async function inOrder<T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const one of all) answers.push(await ask(one));
  return answers;
}

/** Paths of the copy are `<home>` in what is answered. */
async function inCopy<T>(home: string, file: string, ask: (server: AppServer) => Promise<T>): Promise<T> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-judge-')));
  const [copy, user] = [join(top, 'home'), join(top, 'user')];
  mkdirSync(user);
  cpSync(home, copy, { recursive: true, preserveTimestamps: true });
  const server = new AppServer(file, copy, user);
  try {
    await server.begin();
    return JSON.parse(JSON.stringify(await ask(server)).replaceAll(copy, '<home>'));
  } finally {
    await server.close();
    rmSync(top, { recursive: true, force: true });
  }
}

interface Thread {
  readonly historyMode?: string;
  readonly turns?: readonly Turn[];
}

interface Turn {
  readonly id: string;
  readonly status: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** Turns of a paginated thread are those that are there once it is gone on with: before that the program has none of them. */
function threadAnswer(read: CallAnswer = NONE, gone: CallAnswer = NONE): ThreadAnswer {
  const stuck = 'error' in gone ? { stuck: gone.error.replace(RESUMING, '') } : {};
  if ('error' in read) return { mode: null, error: read.error, read: false, ...stuck };
  const thread = threadIn(read.result);
  const mode = thread.historyMode ?? null;
  if (mode !== 'paginated') return { mode, turns: shownTurns(thread), ...stuck };
  if ('error' in gone) return { mode, error: gone.error.replace(RESUMING, ''), read: true, ...stuck };
  return { mode, turns: shownTurns(threadIn(gone.result)) };
}

/** What the program says before why. */
const RESUMING =
  /^error resuming thread: Fatal error: Failed to initialize session: thread-store internal error: failed to resume local thread recorder: /;

const NONE: CallAnswer = { error: 'not asked' };

function threadIn(result: unknown): Thread {
  return (result as { thread?: Thread }).thread ?? {};
}

function shownTurns({ turns = [] }: Thread): ShownTurn[] {
  return turns.map(({ id, status, items }) => [id, status, items.map(shownItem)]);
}

function shownItem(item: Readonly<Record<string, unknown>>): string[] {
  const text = textOfItem(item);
  return text === null ? [String(item['type'])] : [String(item['type']), text];
}

function joinedTexts(texts: unknown): string {
  return Array.isArray(texts) ? texts.join('\n') : '';
}

function textOfItem({ type, text, review, summary, content }: Readonly<Record<string, unknown>>): string | null {
  if (typeof text === 'string') return text;
  if (typeof review === 'string') return review;
  if (type === 'reasoning') return [summary, content].map(joinedTexts).find((joined) => joined !== '') ?? '';
  if (!Array.isArray(content)) return null;
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('');
}
