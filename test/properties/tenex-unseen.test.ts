import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '../cli/call.ts';
import { worldOf } from '../cli/change/person.ts';
import { snapshot } from '../cli/change/snapshot.ts';
import { adapterOf, loadBytes } from '../stores/tenex/adapter.ts';
import { fixtureStore } from '../stores/tenex/fixture-store.ts';
import { runs } from '../support/sampling.ts';
import { type Files, HARMS } from './tenex-harms.ts';

/** The same stores each time; with another seed, and many more of them, a change can be put to a longer proof. */
const SEED = Number(process.env['UNSEEN_SEED'] ?? 11);
const MORE = Number(process.env['UNSEEN_TIMES'] ?? 1);

/** Up to three harms, each with the numbers that it chooses by. */
const harmed = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...Object.keys(HARMS)),
    picks: fc.infiniteStream(fc.nat(1_000_000)),
  }),
  { minLength: 1, maxLength: 3, selector: ({ name }) => name },
);

interface Store {
  readonly project: string;
  /** Paths below the conversations folder that were harmed, by the name of the harm. */
  readonly told: readonly (readonly [name: string, path: string])[];
  // biome-ignore lint/suspicious/noExplicitAny: documents of the contract; the laws say what they look at
  json(line: string): Promise<any>;
}

type Harms = typeof harmed extends fc.Arbitrary<infer Value> ? Value : never;

/** Conversations of the owner's own making: the first six of a sound store, and their index. */
function soundFiles(): Files {
  const clean = join(fixtureStore('clean'), '.tenex/conversations');
  const index = JSON.parse(readFileSync(join(clean, 'metadata.json'), 'utf8'));
  const conversations = index.conversations.slice(0, 6);
  const ids: string[] = conversations.map(({ id }: { id: string }) => id);
  const kept = paths(clean).filter((path) => ids.some((id) => path.endsWith(`${id}.json`)));
  const files: Files = new Map(kept.map((path) => [path, readFileSync(join(clean, path))]));
  return files.set('metadata.json', Buffer.from(JSON.stringify({ conversations }, null, 2)));
}

/** A store of these files, harmed. */
function storeOf(project: string, sound: Files, harms: Harms): Store {
  const folder = join(project, '.tenex/conversations');
  const files: Files = new Map(sound);
  const told = harms.flatMap(({ name, picks }): [string, string][] => {
    const path = HARMS[name]?.(files, (count) => (picks.next().value ?? 0) % Math.max(1, count)) ?? null;
    return path === null ? [] : [[name, path]];
  });
  const there = told.filter(([, path]) => files.has(path) || path === 'metadata.json');
  mkdirSync(join(folder, 'archive'), { recursive: true });
  for (const [path, bytes] of files) {
    writeFileSync(join(folder, path), bytes, { mode: 0o600 });
    // Node sets no nanoseconds, so that those of a fresh file cannot come back.
    utimesSync(join(folder, path), 1_754_700_000, 1_754_700_000);
  }
  const world = { cwd: project, ...worldOf() };
  return {
    project,
    told: there,
    json: async (line) => JSON.parse((await call(`${line} --root . --kind tenex --allow-empty --json`, world)).stdout),
  };
}

function paths(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((path) => statSync(join(folder, path)).isFile()).sort();
}

/** Every conversation file, with what TENEX makes of it, by path; archived ones as if they were restored. */
function loaded(project: string) {
  const folder = join(project, '.tenex/conversations');
  const found = paths(folder).filter((path) => path.endsWith('.json') && path !== 'metadata.json');
  return new Map(found.map((path) => [path, loadBytes(readFileSync(join(folder, path)))]));
}

/** The texts of all events of whole files. */
function events(project: string): Set<string> {
  const folder = join(project, '.tenex/conversations');
  const texts = [...loaded(project)].flatMap(([path, conversation]) =>
    conversation === null ? [] : JSON.parse(readFileSync(join(folder, path), 'utf8')).history,
  );
  return new Set(texts);
}

/** The errors that verify finds, each as often as it does. */
async function errorsIn({ json }: Pick<Store, 'json'>): Promise<string[]> {
  const { findings } = await json('verify');
  const errors = findings.filter(({ severity }: { severity: string }) => severity === 'error');
  return errors.map(({ id, code }: { id: string | null; code: string }) => `${id} ${code}`);
}

function law(name: string, stores: number, holds: (store: Store) => Promise<void>): void {
  test(name, async () => {
    const sound = soundFiles();
    const all = mkdtempSync(join(tmpdir(), 'tenex-unseen-'));
    onTestFinished(() => rmSync(all, { recursive: true }));
    let n = 0;
    const property = fc.asyncProperty(harmed, (harms) => holds(storeOf(join(all, String(n++)), sound, harms)));
    await fc.assert(property, { ...runs(stores * MORE), seed: SEED });
  });
}

law(
  'whatever harm is done is told, what TENEX reads is read, and nothing is written',
  25,
  async ({ project, told, json }) => {
    const before = snapshot(project);
    const { conversations } = await json('list --all');
    const { findings } = await json('verify');
    for (const [path, conversation] of loaded(project)) {
      const found = conversations.find((each: { path: string }) => each.path.endsWith(`conversations/${path}`));
      expect(found).toMatchObject({ readable: conversation !== null, messages: conversation?.events.length ?? null });
    }
    const worth = findings.filter(({ severity }: { severity: string }) => severity !== 'info');
    // One harm may hide another: what is told of a file stands for all that was done to it, a lost index for what it left out,
    // and an entry that is left out for what was done to it.
    const places = worth.map((each: { path: string; id: string }) => `${each.path} ${each.id}`).join('\n');
    const lost = findings.some(({ code }: { code: string }) => /^TX30[124]$/.test(code));
    const leftOut = told.some(([name]) => name === 'not in the index');
    for (const [name, path] of told) {
      if (name === 'not in the index' ? lost : path === 'metadata.json' && leftOut) continue;
      const id = path.replace('archive/', '').replace(/\.json.*$/, '');
      expect([places.includes(path) || places.includes(id), name, places]).toEqual([true, name, places]);
    }
    expect(snapshot(project)).toEqual(before);
  },
);

law(
  'a heal leaves all that TENEX listed and loaded, and every event, and is taken back whole',
  12,
  async ({ project, json }) => {
    const before = snapshot(project);
    const [was, listed, texts] = [loaded(project), adapterOf(project).list(), events(project)];
    const errors = await errorsIn({ json });
    const healed = await json('heal --lossy --yes');
    expect(errors).toEqual(expect.arrayContaining(await errorsIn({ json })));
    const current = loaded(project);
    for (const [path, conversation] of was) {
      const other = path.startsWith('archive/') ? path.slice('archive/'.length) : `archive/${path}`;
      if (conversation !== null)
        expect([path, current.get(path) ?? current.get(other) ?? null]).not.toEqual([path, null]);
    }
    const ids = new Set(
      adapterOf(project)
        .list()
        .map(({ id }) => id),
    );
    for (const { id } of listed) if (was.has(`${id}.json`) || was.has(`archive/${id}.json`)) expect(ids).toContain(id);
    expect([...texts].filter((each) => !events(project).has(each))).toEqual([]);
    const { findings } = await json('verify');
    const refused = healed.items.filter(({ state }: { state: string }) => state === 'refused');
    const left = findings.filter(
      (each: { healing: string; id: string }) =>
        each.healing !== 'manual' && refused.every(({ id }: { id: string }) => id !== each.id),
    );
    expect(left).toEqual([]);
    const once = snapshot(project);
    expect(await json('heal --lossy --yes')).toMatchObject({ changed: 0, failed: 0 });
    expect(snapshot(project)).toEqual(once);
    await json('undo --yes');
    expect(snapshot(project)).toEqual(before);
  },
);

law(
  'archive, restore and delete lose nothing that they do not name, and are taken back whole',
  6,
  async ({ project, json }) => {
    const before = snapshot(project);
    const errors = await errorsIn({ json });
    for (const verb of ['archive', 'restore', 'delete']) {
      const [was, texts, listed] = [loaded(project), events(project), adapterOf(project).list()];
      const { items, changed } = await json(`${verb} --all --yes`);
      const moved = new Set(
        items.flatMap(({ state, id }: { state: string; id: string }) => (state === 'changed' ? [id] : [])),
      );
      const ids = (all: ReadonlyMap<string, unknown>) =>
        [...all.keys()].map((path) => path.replace(/^archive\/|\.json$/g, ''));
      const stay = ids(was).filter((id) => verb !== 'delete' || !moved.has(id));
      expect(ids(loaded(project)).sort()).toEqual(stay.sort());
      if (verb !== 'delete') {
        expect(events(project)).toEqual(texts);
        expect(adapterOf(project).list()).toEqual(expect.arrayContaining(listed.filter(({ id }) => !moved.has(id))));
      }
      if (verb === 'delete') expect(errors).toEqual(expect.arrayContaining(await errorsIn({ json })));
      if (changed > 0) await json('undo --yes');
      expect(snapshot(project)).toEqual(before);
    }
  },
);
