import { nodeDisk } from '../../src/io/disk.ts';
import { needlessThreads } from '../../src/ops/needless-threads.ts';
import type { ReadContext } from '../../src/ops/reading.ts';
import { scanSecrets } from '../../src/ops/secrets/scan-secrets.ts';
import { candidateAt } from '../../src/ops/sites/given.ts';
import { survey, surveyAnswers } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { editIn } from '../../src/report/show/call.ts';
import { call } from '../cli/call.ts';
import { decideAll, type Wish } from '../golden/decide-all.ts';
import { KINDS } from '../kinds.ts';
import type { Grown } from './stores.ts';

/** What is done with a store, by the name of the command. */
export const WORKS: Readonly<Record<string, (grown: Grown, path: string) => Promise<unknown>>> = {
  verify: ({ kind }, path) => look(kind, path, 'findings'),
  show: ({ kind }, path) => look(kind, path, 'transcript'),
  'show --full': (_, path) => readOnScreen(path),
  'list --agents': (_, path) => call(['list', '--agents', '--root', path], { terminal: 80 }),
  'archive --copies': ({ kind }, path) => needlessThreads(readingOf(kind, path), everythingAt(2_000_000_000)),
  grep: ({ kind }, path) => search(kind, path),
  secrets: ({ kind }, path) => scanSecrets(readingOf(kind, path), everythingAt(2_000_000_000)),
  heal: decided({ verb: 'heal', lossy: true }),
  migrate: decided({ verb: 'migrate', lossy: true }),
  archive: decided({ verb: 'archive' }),
  delete: decided({ verb: 'delete' }),
  fork: decided({ verb: 'fork' }),
};

function decided(options: Wish): (grown: Grown, path: string) => Promise<unknown> {
  return ({ kind }, path) => decideAll(kind, path, {}, options);
}

/** Judges every conversation of a store, or hydrates it as list and show do, with the edits of its calls as a page has them. */
async function look(name: Grown['kind'], path: string, what: 'findings' | 'transcript'): Promise<void> {
  const { disk, kinds, sites } = readingOf(name, path);
  for await (const event of survey({ disk, kinds, sites }, everythingAt(2_000_000_000))) {
    if (event.type !== 'document') continue;
    if (what === 'findings') for (const _ of event.document.findings());
    else {
      void event.document.cameFrom?.();
      for (const view of event.document.conversations) {
        void [view.title, view.messages, view.updatedAt, view.hidden];
        if (view.bytes > 0) for (const message of event.document.transcript(view.path).messages) editIn(message);
      }
    }
  }
}

/** Looks for words that are nowhere. */
async function search(name: Grown['kind'], path: string): Promise<void> {
  const query = {
    patterns: ['xyzzy'],
    syntax: 'literal',
    ignoreCase: true,
    words: false,
    context: { before: 0, after: 0 },
  } as const;
  const every = { roles: [], tools: [], since: null, until: null };
  const want = { type: 'search', query: { ...query, ...every } } as const;
  for await (const _ of surveyAnswers(readingOf(name, path), everythingAt(2_000_000_000), { want }));
}

/** Reads the largest conversation on a terminal, which wraps its lines. */
async function readOnScreen(path: string): Promise<void> {
  const { stdout } = await call(['list', '--json', '--all', '--sort', 'size', '--limit', '1', '--root', path]);
  for (const { id } of JSON.parse(stdout).conversations)
    await call(['show', id, '--full', '--root', path], { terminal: 80 });
}

function readingOf(name: Grown['kind'], path: string): ReadContext {
  const disk = nodeDisk();
  const kind = KINDS.find((each) => each.name === name);
  const site = kind?.layout.recognise(candidateAt(disk, path)) ?? null;
  if (kind === undefined || site === null) throw new Error(`${path} is not recognised`);
  return { disk, kinds: [kind], sites: [site] };
}

/** Milliseconds of processor time that some work takes: how long it takes says how busy the machine is. */
export async function costOf(work: () => Promise<unknown>): Promise<number> {
  const { user: before, system: less } = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage();
  return (user - before + system - less) / 1000;
}
