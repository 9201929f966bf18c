import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countEach } from '../../src/model/collections.ts';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { call } from '../cli/call.ts';
import { worldOf } from '../cli/change/person.ts';
import { differences, snapshot } from '../cli/change/snapshot.ts';
import { bytesBelow, copyTree, removeTree } from '../support/folders.ts';
import { isThorough, oneIn } from '../support/sampling.ts';

/** A store with sound, old and damaged conversations, indexed and not, active and archived. */
export interface ConformingStore {
  readonly kind: string;
  /** Absolute. */
  readonly path: string;
  /** Files that its conversations have in common. */
  readonly shared: readonly string[];
  /** The kind makes newer formats of older ones. */
  readonly migrates: boolean;
  /** A conversation that its damage or its era hides shows nothing before a heal. */
  readonly showsMoreHealed?: boolean;
}

const READING = ['list --all', 'verify', 'runs', 'explain'];
const ALL_CHANGING = [
  'heal',
  'heal --lossy',
  'migrate',
  'migrate --lossy',
  'archive --all',
  'restore --all',
  'delete --all',
];

interface Store {
  readonly root: string;
  exitOf(line: string): Promise<number>;
  // biome-ignore lint/suspicious/noExplicitAny: documents of the contract; the laws say what they look at
  json(line: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  answer(line: string): Promise<{ readonly exit: number; readonly json: any }>;
}

/** Holds a store of a kind to the laws of every kind. */
export function conforms(of: ConformingStore): void {
  const { kind, shared } = of;
  const start = once(() => startOf(of));
  const able = ALL_CHANGING.filter(
    (verb) => (of.migrates || !verb.startsWith('migrate')) && (isThorough || verb !== 'migrate --lossy'),
  );
  // Verbs go one way for every kind: in the check each kind goes it with one of them, the next kind with another. The rest is done
  // and undone.
  // A kind that only tests have goes it as the first does.
  const sampleIndex = Math.max(0, (KIND_NAMES as readonly string[]).indexOf(kind));
  const CHANGING = oneIn(able.length, able, sampleIndex);

  test.each(oneIn(4, READING, sampleIndex))('is not written to by %s', async (line) => {
    const store = copyOf(of);
    const before = snapshot(store.root);
    await store.exitOf(line);
    expect(snapshot(store.root)).toEqual(before);
  });

  test('is not written to by show, of any conversation', async () => {
    const store = copyOf(of);
    const before = snapshot(store.root);
    // 1 for what its program cannot read, and shown all the same.
    for (const id of oneIn(12, await ids(store))) expect([0, 1]).toContain(await store.exitOf(`show ${id} --all`));
    expect(snapshot(store.root)).toEqual(before);
  });

  describe.each(CHANGING)('changed by %s', (verb) => {
    const verbRun = once(async () => runOf(of, verb, await start()));

    test('has something to do, and is changed by it', async () => {
      const { start, changed, done } = await verbRun();
      expect(done.changed).toBeGreaterThan(0);
      expect(differences(start, changed).length).toBeGreaterThan(0);
    });

    test('is not written to by the dry run, which promises what is done', async () => {
      const { start, dry, asked, done } = await verbRun();
      expect(asked).toEqual(start);
      expect(dry).toMatchObject({ changed: done.changed, before: done.before, after: done.after });
    });

    if (isPlanned(verb))
      test('is not written to by the plan, which promises the same and makes the same bytes', async () => {
        const { start, dry, files, byPlan } = await verbRun();
        expect(byPlan?.asked).toEqual(start);
        expect(byPlan?.planned).toMatchObject({ changed: dry.changed, before: dry.before, after: dry.after });
        expect(byPlan?.applied).toEqual(files);
      });

    test('is not changed again by a second time', async () => {
      const { changed, second, unchanged } = await verbRun();
      expect(second).toMatchObject({ changed: 0, failed: 0 });
      expect(unchanged).toEqual(changed);
    });

    test('has no error that it did not have before', async () => {
      const { errorsBefore, errorsAfter } = await verbRun();
      // What has an error is brought back with it.
      const faulty = new Set(errorsBefore.map(({ id }) => id));
      const news = errorsAfter.filter(({ id }) => verb !== 'restore --all' || !faulty.has(id));
      expect(moreThan(errorsBefore, news)).toEqual([]);
    });

    if (isKeeping(verb))
      test('keeps every conversation, title, time and count', async () => {
        const { conversationsBefore, conversationsAfter, errorsBefore, done } = await verbRun();
        if (of.showsMoreHealed) {
          expect(done.after.messages).toBeGreaterThan(done.before.messages);
          expect(idsOf(conversationsAfter)).toEqual(idsOf(conversationsBefore));
          const faulty = new Set(errorsBefore.map(({ id }) => id));
          // A line that is only an info or a warning may go.
          const soundIn = (all: readonly Listed[]) =>
            all.filter(({ id }) => !faulty.has(id)).map((each) => ({ ...each, records: null }));
          expect(soundIn(conversationsAfter)).toEqual(soundIn(conversationsBefore));
          expect(soundIn(conversationsBefore)).not.toEqual([]);
          return;
        }
        expect({ ...done.after, bytes: 0 }).toEqual({ ...done.before, bytes: 0 });
        const unreadable = new Set(conversationsBefore.filter(({ readable }) => !readable).map(({ id }) => id));
        // What the program could not go on with may be counted now.
        const kept = ({ readable, messages, resume, ...same }: Listed) =>
          unreadable.has(same.id) ? same : { ...same, readable, messages, resume };
        expect(conversationsAfter.map(kept)).toEqual(conversationsBefore.map(kept));
      });

    if (verb === 'heal')
      test('has nothing left to heal safely but in what was refused', async () => {
        const { done, findingsAfter } = await verbRun();
        const refused = done.items.filter(({ state }: Item) => state === 'refused').map(({ id }: Item) => id);
        const safe = findingsAfter.filter(({ healing, id }) => healing === 'safe' && !refused.includes(id));
        expect(safe).toEqual([]);
      });

    if (verb.startsWith('heal'))
      test('has no error that the report does not name', async () => {
        const { done, errorsAfter, secondExit } = await verbRun();
        const { items, stays = [] } = done;
        const named = items.flatMap(({ id, state, codes, stays: kept = [] }: Healed) =>
          (state === 'refused' ? [...codes, ...kept] : kept).map((code) => `${id} ${code}`),
        );
        const silent = errorsAfter.filter(({ id, code }) => !stays.includes(code) && !named.includes(`${id} ${code}`));
        expect(silent).toEqual([]);
        expect(secondExit).toBe(errorsAfter.length === 0 ? 0 : 1);
      });

    test('has every byte, mode and time back when that is undone', async () => {
      const { start, done, undone, end } = await verbRun();
      expect(undone).toMatchObject({ changed: done.changed, refused: 0, failed: 0 });
      expect(end).toEqual(start);
    });
  });

  // A third of them, of the next kind another third.
  const others = oneIn(
    3,
    able.filter((verb) => !CHANGING.includes(verb)),
    sampleIndex,
  );
  if (others.length > 0)
    test('has every byte, mode and time back when any other verb is undone', async () => {
      const store = copyOf(of);
      const start = snapshot(store.root);
      for (const verb of others) {
        const { changed, failed } = await store.json(`${verb} --yes`);
        expect([verb, changed > 0, failed]).toEqual([verb, true, 0]);
        expect(differences(start, snapshot(store.root)).length).toBeGreaterThan(0);
        expect([verb, await store.json('undo --yes')]).toMatchObject([verb, { changed, refused: 0, failed: 0 }]);
        expect([verb, differences(start, snapshot(store.root))]).toEqual([verb, []]);
      }
    });

  // In the check of a kind one of these two, of the next kind the other one.
  if (isThorough || sampleIndex % 2 === 0)
    test('has the same files after archive and restore', async () => {
      const store = copyOf(of);
      await store.json('restore --all --yes');
      const before = snapshot(store.root);
      const archived = await store.json('archive --all --yes');
      expect(await store.json('restore --all --yes')).toMatchObject({ changed: archived.changed });
      const after = snapshot(store.root);
      // Folders that the archive needed may stay, empty; what the index lacked is in it now.
      const left = differences(before, after).filter((path) => path in before || !after[path]?.startsWith('folder'));
      expect(left.filter((path) => !shared.includes(path))).toEqual([]);
    });

  test('keeps the source of every fork as it is, forks whole, and has no new error by it', async () => {
    const store = copyOf(of);
    const errors = await errorsIn(store);
    const faulty = new Set(errors.map(({ id }) => id));
    const states = [snapshot(store.root)];
    const all = await ids(store);
    for (const id of oneIn(20, all)) {
      const [before = {}] = states;
      const { changed, items, before: was, after: current } = await store.json(`fork ${id}`);
      const after = snapshot(store.root);
      const touched = differences(before, after).filter((path) => path in before && !shared.includes(path));
      expect(touched).toEqual([]);
      if (changed === 0) expect(after).toEqual(before);
      else {
        states.unshift(after);
        // What has an error is forked with it.
        if (faulty.has(id)) faulty.add(items[0].newId);
        expect(current).toMatchObject({ conversations: was.conversations + 1, messages: 2 * was.messages });
        expect(await texts(store, items[0].newId)).toEqual(withoutSaved(await texts(store, id)));
      }
    }
    const news = (await errorsIn(store)).filter(({ id }) => !faulty.has(id));
    expect(moreThan(errors, news)).toEqual([]);
    for (const before of states.slice(1)) {
      await store.json('undo --yes');
      expect(snapshot(store.root)).toEqual(before);
    }
  });

  if (isThorough || sampleIndex % 2 === 1)
    test('loses exactly what delete says', async () => {
      const store = copyOf(of);
      const all = await ids(store);
      const { items, before, after } = await store.json(`delete --all --yes`);
      const gone = items.filter(({ state }: Item) => state === 'changed').map(({ id }: Item) => id);
      expect(before.conversations - after.conversations).toBe(gone.length);
      expect([...(await ids(store)), ...gone].sort()).toEqual(all.toSorted());
    });
}

export interface Item {
  readonly id: string;
  readonly state: string;
}

interface Healed extends Item {
  readonly codes: readonly string[];
  readonly stays?: readonly string[];
}

interface Found {
  readonly id: string | null;
  readonly code: string;
  readonly severity: string;
  readonly healing: string;
  readonly consequences?: readonly Found[];
}

/** What a store holds before anything is done with it. */
async function startOf(of: ConformingStore) {
  const store = copyOf(of);
  return { conversationsBefore: await conversations(store), errorsBefore: await errorsIn(store) };
}

/** Without `--lossy` a plan has some of the same steps: those are tried in a thorough run. */
function isPlanned(verb: string): boolean {
  return isThorough || !isKeeping(verb);
}

/** True for verbs that nothing is lost by and that leave every conversation in its place. */
function isKeeping(verb: string): boolean {
  return verb === 'heal' || verb === 'migrate';
}

/** What a store goes through with one verb: asked, done, done again and undone, and a copy that is changed by the plan. */
async function runOf(of: ConformingStore, verb: string, held: Awaited<ReturnType<typeof startOf>>) {
  const store = copyOf(of);
  const start = snapshot(store.root);
  const dry = await store.json(`${verb} --dry-run`);
  const asked = snapshot(store.root);
  const done = await store.json(`${verb} --yes`);
  const [changed, files] = [snapshot(store.root), filesIn(store.root)];
  const conversationsAfter = isKeeping(verb) ? await conversations(store) : [];
  const findingsAfter = await findingsIn(store);
  const errorsAfter = findingsAfter.filter(isError);
  const { exit: secondExit, json: second } = await store.answer(`${verb} --yes --allow-empty`);
  const unchanged = snapshot(store.root);
  const undone = await store.json('undo --yes');
  const end = snapshot(store.root);
  const byPlan = isPlanned(verb) ? await planOf(of, verb) : null;
  const asking = { ...held, start, dry, asked };
  const after = { done, changed, files, conversationsAfter, findingsAfter, errorsAfter };
  return { ...asking, ...after, second, secondExit, unchanged, undone, end, byPlan };
}

/** What a store goes through by the plan of a verb: planned, and changed by the plan. */
async function planOf(of: ConformingStore, verb: string) {
  const store = copyOf(of);
  const planned = await store.json(`${verb} --plan-out ../p.plan`);
  const asked = snapshot(store.root);
  await store.json('apply ../p.plan --yes');
  return { planned, asked, applied: filesIn(store.root) };
}

/** Every file but those of our own journals, by its path below `root`, with its bytes; Rao writes the root itself into some. */
function filesIn(root: string): Record<string, string> {
  const theirs = [...bytesBelow(root)].filter(([path]) => !`/${path}`.includes('/.convo/'));
  return Object.fromEntries(theirs.map(([path, bytes]) => [path, bytes.toString('latin1').replaceAll(root, '')]));
}

/** Does the work for the first who asks, and gives the others the same answer. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= work();
    return answer;
  };
}

function copyOf({ kind, path }: ConformingStore): Store {
  return storeAt(kind, path);
}

/** A copy of a store, to which command lines are put. */
export function storeAt(kind: string, path: string): Store {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-conformance-'));
  onTestFinished(() => removeTree(folder));
  const root = join(folder, 'store');
  copyTree(path, root, { times: true });
  const world = { home: folder, cwd: root, ...worldOf() };
  const run = (line: string) => call(`${line} --root . --kind ${kind}`, world);
  const answer = async (line: string) => {
    const { exit, stdout } = await run(`${line} --json`);
    return { exit, json: JSON.parse(stdout) };
  };
  return {
    root,
    exitOf: async (line) => (await run(line)).exit,
    json: async (line) => (await answer(line)).json,
    answer,
  };
}

async function findingsIn(store: Store): Promise<Found[]> {
  return (await store.json('verify --allow-empty')).findings;
}

/** All errors, those that follow from others too. */
export async function errorsIn(store: Store): Promise<Found[]> {
  const found = await findingsIn(store);
  return found.flatMap((each) => [each, ...(each.consequences ?? [])]).filter(isError);
}

function isError({ severity }: Found): boolean {
  return severity === 'error';
}

/** Names of errors that occur more often than before. */
function moreThan(before: readonly Found[], after: readonly Found[]): string[] {
  const was = countEach(before.map(keyOf));
  return [...countEach(after.map(keyOf))].flatMap(([key, count]) => (count > (was.get(key) ?? 0) ? [key] : []));
}

/** One of several with the same name is the same. */
export function keyOf({ id, code }: Found): string {
  return `${id} ${code}`;
}

async function ids(store: Store): Promise<string[]> {
  const { conversations: all } = await store.json('list --all --allow-empty');
  return all.map(({ id }: Item) => id);
}

/** All conversations, without what a heal or a change of format changes: their size, what kept them out of the list, and where
 * the program keeps no time, that of the file. */
async function conversations(store: Store): Promise<Listed[]> {
  const { conversations: all } = await store.json('list --all --allow-empty');
  return all.map(
    ({ format, bytes, root, path, hidden, updatedAt, updatedAtIso, iso, ...same }: Listed & Record<string, unknown>) =>
      same['timestamp'] === null ? same : { ...same, updatedAt },
  );
}

interface Listed {
  readonly id: string;
  readonly readable?: boolean;
  readonly messages?: number | null;
  readonly resume?: string | null;
}

function idsOf(all: readonly Listed[]): string[] {
  return all.map(({ id }) => id).sort();
}

/** Saved outputs are files beside the source, and stay with it: the fork has none. */
function withoutSaved(messages: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return messages
    .filter(({ marks }) => !String(marks).startsWith('saved output '))
    .map((message, index) => ({ ...message, index }));
}

async function texts(store: Store, id: string): Promise<Record<string, unknown>[]> {
  const { conversation } = await store.json(`show ${id} --all`);
  return conversation.messages.map(({ at, ...same }: Record<string, unknown>) => {
    // A fork of a session has new uuids. Its last record has the time of the fork, so a result there seems slow. A fork of a thread
    // marks inherited messages.
    // Subagents stay with the source unless they are carried.
    const { id: _, relatedTo, time, timeIso, duration, agent, ...said } = same;
    const { marks, before, inherited, ...unmarked } = same;
    return { claude: said, codex: unmarked }[conversation.kind as string] ?? same;
  });
}
