import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/io/disk/digest.ts';
import { undo } from '../../../src/io/undo.ts';
import { NO_COUNTS } from '../../../src/model/change-report.ts';
import type { Step } from '../../../src/model/plan.ts';
import { type ChangeOptions, change } from '../../../src/ops/change/change.ts';
import { runReporter } from '../../../src/ops/change/run-report.ts';
import { type NotChanged, refused, type UnitChange, unchanged, unitChange } from '../../../src/stores/decision.ts';
import type { DecidingScope, Kind, Scope, Site, Unit } from '../../../src/stores/kind.ts';
import { tree } from '../../support/real-tree.ts';
import { beginNotes, notesKind } from '../notes-kind.ts';
import { orderFor, quietWorld, RUN } from './carry-out.ts';

const ONE = { ...NO_COUNTS, conversations: 1 };

/** Notes that are archived together with a line in the index of their scope; one named `stuck` is refused by itself. */
function indexedKind(refusal?: string): Kind {
  const { writes: _, ...kind } = notesKind();
  return { ...kind, begin: async (scope) => indexed(beginNotes(scope), scope, refusal) };
}

function indexed(session: DecidingScope, { shared, name }: Scope, refusal: string | undefined): DecidingScope {
  const index = shared.find(({ role }) => role === 'index');
  const units = new Map<string, Unit>();
  return {
    ...session,
    open: (unit) => {
      units.set(unit.id, unit);
      return session.open(unit);
    },
    decide: ({ id }) => ({ id, outcome: archived(units.get(id) ?? { id, parts: [] }, name) }),
    close(_ask, decided) {
      if (decided.length === 0 || index === undefined) return unchanged();
      if (refusal !== undefined) return refused({ codes: ['FN302'], reason: refusal, unsafe: true });
      const bytes = Buffer.from(decided.map(({ id }) => `${id}\n`).join(''));
      const put: Step = { do: 'put', path: index.path, was: index.digest(), content: { from: 'bytes', bytes } };
      const notes = ['the index was written anew'];
      return { state: 'changed', path: index.path, first: [put], last: [], codes: [], notes };
    },
  };
}

function archived({ id, parts: [part] }: Unit, scope: string): UnitChange | NotChanged {
  if (part === undefined || id === 'stuck') return refused({ codes: [], reason: 'is stuck' });
  const to = `${scope}/old/${id}.note`;
  const step = { do: 'move', what: 'file', from: part.path, to, was: part.digest() } as const;
  return unitChange({ path: part.path, steps: [step], before: ONE, after: ONE, isJoint: true });
}

function carryOut(root: string, kind: Kind, more: Partial<ChangeOptions> = {}) {
  const sites: Site[] = [{ kind: 'fnord', root, shape: 'home', scope: null, file: null }];
  return change(quietWorld(), [kind], { ...orderFor('archive', sites), ...more });
}

const store = () => tree({ settings: '', 'p/index': 'old', 'p/1.note': 'a', 'p/2.note': 'b', 'p/stuck.note': 'c' });

test('units that are changed together are an item each, and one Change with their index', async () => {
  const root = store();
  const report = await carryOut(root, indexedKind());
  expect(report).toMatchObject({ changed: 2, refused: 1, before: { conversations: 2 }, after: { conversations: 2 } });
  expect(report.items.map(({ id, state }) => `${id} ${state}`)).toEqual(['1 changed', '2 changed', 'stuck refused']);
  expect(report.items[0]?.notes).toEqual(['the index was written anew']);
  expect(readFileSync(join(root, 'p/index'), 'utf8')).toBe('1\n2\n');
  expect(readFileSync(join(root, 'p/old/2.note'), 'utf8')).toBe('b');
});

test('they are counted one by one when they are undone, and all come back', async () => {
  const root = store();
  await carryOut(root, indexedKind());
  const reporter = runReporter('undo', { dryRun: false, spell: (same) => same });
  const result = await undo(quietWorld(), { root, run: RUN, report: (one) => reporter.listen(one, root) });
  const report = reporter.report({ results: [result], stopped: null });
  expect(report).toMatchObject({ changed: 2, before: { conversations: 2 }, after: { conversations: 2 } });
  expect(report.items.map(({ id }) => id)).toEqual(['1', '2']);
  expect(readFileSync(join(root, 'p/index'), 'utf8')).toBe('old');
});

test('a dry run shows the own steps with each, and the shared ones with the first', async () => {
  const report = await carryOut(store(), indexedKind(), { dryRun: true });
  expect(
    report.items.map(({ steps }) => steps && Array.from(steps, ({ do: what, path }) => `${what} ${path}`)),
  ).toEqual([['put p/index', 'move p/1.note'], ['move p/2.note'], undefined]);
});

test('when their index refuses, each of them is refused', async () => {
  const root = store();
  const report = await carryOut(root, indexedKind('because its index is broken'));
  expect(report).toMatchObject({ run: null, changed: 0, refused: 3, unsafe: true, before: { conversations: 0 } });
  expect(report.items[1]).toMatchObject({ state: 'refused', codes: ['FN302'], reason: 'because its index is broken' });
  expect(digestOf(readFileSync(join(root, 'p/1.note')))).toBe(digestOf(Buffer.from('a')));
});
