import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KindName } from '../../../src/model/kinds.ts';
import { isThorough, oneIn } from '../../support/sampling.ts';
import { NOW } from '../call.ts';
import { homeOf } from '../home-of-all.ts';
import { worldOf } from './person.ts';
import { snapshot } from './snapshot.ts';

/** A home in which each run has another name, and what its files hold. */
function homeWith(kinds: readonly KindName[]) {
  const { home, convo } = homeOf(kinds);
  let now = NOW;
  const world = { over: { ...worldOf().over, now: () => now++ } };
  const json = async (line: string) => {
    const { exit, stdout } = await convo(`${line} --json`, world);
    return { exit, document: stdout === '' ? {} : JSON.parse(stdout) };
  };
  const files = () =>
    Object.entries(snapshot(home)).flatMap(([path, look]) => {
      const [type, mode, , hash] = look.split(' ');
      return type === 'file' ? [`${path} ${mode} ${hash}`] : [];
    });
  return { home, json, files, say: (line: string | readonly string[]) => convo(line, world) };
}

type Home = ReturnType<typeof homeWith>;

const BOATS = 'd41c6f0e-2b7a-4e93-9c58-61a0f3b7e2d4';

/** The names of the runs that these command lines make, one after the other. */
async function runsOf({ json, say }: Home, lines: readonly (readonly string[])[]): Promise<string[]> {
  for (const line of lines) expect([line, (await say(line)).exit]).toEqual([line, 0]);
  return (await json('runs')).document.runs.slice(-lines.length).map(({ id }: { id: string }) => id.slice(-4));
}

describe('a run below a later one of the same file', () => {
  test.each(
    oneIn(2, [
      [
        'two titles',
        [
          ['rename', BOATS, 'One'],
          ['rename', BOATS, 'Two'],
        ],
      ],
      [
        'a title and a tag',
        [
          ['rename', BOATS, 'One'],
          ['tag', BOATS, 'boats'],
        ],
      ],
      [
        'a heal and a title',
        [
          ['heal', '--yes', '--lossy'],
          ['rename', 'b3f8a2d7-914e-4c06-b5e1-72c8d06a94fe', 'One'],
        ],
      ],
      [
        'an archive and a restore',
        [
          ['archive', BOATS],
          ['restore', BOATS],
        ],
      ],
    ]),
  )('is refused, by a dry run too, and both come back in order: %s', async (_, lines) => {
    const ann = homeWith(['claude']);
    const before = ann.files();
    const [first = '', last = ''] = await runsOf(ann, lines);
    const between = ann.files();
    for (const words of [`undo ${first} --dry-run`, `undo ${first}`, `undo ${first} --force`]) {
      const { exit, stdout } = await ann.say(words);
      expect([words, exit]).toEqual([words, 4]);
      expect(stdout).toContain(
        `was changed again by run ${last} (${lines[1]?.[0]}): \`convo undo ${last}\` first, then`,
      );
      expect(stdout).toContain(`next: convo undo ${last}\n`);
    }
    if (lines[0]?.[0] !== 'heal') expect(ann.files()).toEqual(between);
    expect((await ann.say('undo --yes')).exit).toBe(0);
    expect((await ann.say('undo --yes')).exit).toBe(0);
    expect(ann.files()).toEqual(before);
  });
});

test('of a rehome below a later run, the conversation that was changed again says so, and the others name its file', async () => {
  const ann = homeWith(['claude']);
  const where = join(ann.home, 'quay');
  mkdirSync(where);
  const before = ann.files();
  const [first = '', last = ''] = await runsOf(ann, [
    ['rehome', '/home/ben/quay', where, '--yes'],
    ['rename', BOATS, 'One'],
  ]);
  const { exit, document } = await ann.json(`undo ${first}`);
  expect(exit).toBe(4);
  expect(document.items.length).toBeGreaterThan(1);
  for (const { id, reason, next } of document.items) {
    if (id === BOATS)
      expect(reason).toContain(`was changed again by run ${last} (rename): \`convo undo ${last}\` first`);
    else
      expect(reason).toMatch(new RegExp(`^is left as it is, because projects/\\S+/${BOATS}\\.jsonl is no longer as`));
    expect(next).toBe(id === BOATS ? `convo undo ${last}` : undefined);
  }
  for (const run of [last, first]) expect([run, (await ann.say(`undo ${run}`)).exit]).toEqual([run, 0]);
  expect(ann.files()).toEqual(before);
});

describe('runs that share only an index', () => {
  test.each(oneIn(2, ['tenex', 'rao'] as const, 1))('are undone in any order: %s', async (kind) => {
    const ann = homeWith([kind]);
    await ann.say('heal --yes --lossy');
    const before = ann.files();
    const ids = await namesIn(ann);
    const made = await runsOf(
      ann,
      ids.slice(0, 3).map((id) => ['archive', id]),
    );
    // The first one of Rao made the table of names in the archive.
    for (const n of [1, 2, 0]) expect([n, (await ann.say(`undo ${made[n]}`)).exit]).toEqual([n, 0]);
    expect(ann.files()).toEqual(before);
  });
});

async function namesIn({ json }: Home): Promise<string[]> {
  return (await json('list')).document.conversations.map(({ id }: { id: string }) => id);
}

const VERBS = ['rename', 'tag', 'archive', 'restore', 'heal', 'delete', 'fork'] as const;

const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ verb: fc.constantFrom(...VERBS), at: fc.nat(99) }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constantFrom('undo' as const, 'redo' as const), at: fc.nat(99) }) },
);

type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** Does it to one of what is there; returns the run that an undo or a redo names. */
async function perform({ json, say, files }: Home, { verb, at }: Deed, n: number): Promise<void> {
  if (verb === 'undo' || verb === 'redo') {
    const all: readonly { id: string }[] = (await json('runs')).document.runs;
    const run = all[at % Math.max(all.length, 1)]?.id;
    if (run === undefined) return;
    const before = files();
    const dry = await json(`${verb} ${run} --dry-run`);
    expect(files()).toEqual(before);
    const done = await json(`${verb} ${run} --yes`);
    if (verb === 'undo')
      expect([done.exit, done.document.changed, done.document.refused]).toEqual([
        dry.exit,
        dry.document.changed,
        dry.document.refused,
      ]);
    return;
  }
  const ids: readonly { id: string }[] = (await json('list --all')).document.conversations ?? [];
  const id = ids[at % ids.length]?.id ?? '';
  const more = { rename: [`Title ${n}`], tag: [`tag-${n}`], heal: ['--lossy', '--yes'] }[verb as string] ?? ['--yes'];
  await say([
    verb,
    id,
    ...(verb === 'fork' || verb === 'rename' || verb === 'tag' ? more.filter((word) => word !== '--yes') : more),
  ]);
}

const ALONE = [['claude'], ['codex'], ['fnord'], ['tenex'], ['rao'], ['gemini']] as const;
/** In the check only homes of several. */
const HOMES = [...(isThorough ? ALONE : []), ['claude', 'codex', 'rao'], ['fnord', 'tenex', 'gemini']] as const;

describe('runs that are undone in any order, and made again', () => {
  test.each(
    oneIn(
      2,
      HOMES.map((kinds, n) => [kinds, n] as const),
    ),
  )('leave every byte as it was at last, and no undo is stuck: %s', async (kinds, n) => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async (deeds) => {
        const ann = homeWith(kinds);
        const before = ann.files();
        for (const [n, each] of deeds.entries()) await perform(ann, each, n);
        const { runs: made } = (await ann.json('runs')).document;
        for (let left = made.length; left >= 0; left--) {
          const { exit, stdout } = await ann.say('undo --yes');
          expect([deeds, exit, stdout]).toEqual([deeds, 0, stdout]);
        }
        const { runs: last } = (await ann.json('runs')).document;
        expect(last.filter(({ state }: { state: string }) => state !== 'undone')).toEqual([]);
        expect(ann.files()).toEqual(before);
      }),
      { numRuns: isThorough ? 120 : 1, seed: 20_261_129 + n },
    );
  });
});
