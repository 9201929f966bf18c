import { expect, test } from 'vitest';
import type { Step } from '../../../../src/model/plan.ts';
import { unchanged } from '../../../../src/stores/decision.ts';
import { deleteShelved, inTheWay, type Shelves, shelve } from '../../../../src/stores/engine/change/shelving.ts';
import type { WholePart } from '../../../../src/stores/engine/change/steps.ts';

const companions: Record<'active' | 'archived', readonly WholePart[]> = {
  active: [whole('store/index', 'folder')],
  archived: [whole('archive/index', 'folder')],
};

test('companions leave the program before their conversation, and come back after it', () => {
  const archive = shelve(shelves({ archived: null }), 'archive', pathsOf);
  expect(archive).toEqual(['store/index -> archived/index', 'store/main -> archived/main']);
  const restore = shelve(shelves({ active: null }), 'restore', pathsOf);
  expect(restore).toEqual(['archive/main -> active/main', 'archive/index -> active/index']);
  expect(deleteShelved(shelves({}), (_, steps) => pathsOf(_, steps))).toEqual(['store/index', 'store/main']);
});

test('neither a conversation nor a companion is moved onto another', () => {
  const both = shelve(shelves({}), 'archive', pathsOf);
  expect(both).toMatchObject({ state: 'refused', codes: ['FN409'], unsafe: true });
  const left = shelve({ ...shelves({ archived: null }), companions: (side) => companions[side] }, 'archive', pathsOf);
  expect(left).toMatchObject({ state: 'refused', reason: 'cannot be moved: archive/index is in the way' });
});

test('the archived conversation of an id is deleted where no other has it, else it stays and is named', () => {
  expect(deleteShelved(shelves({ active: null }), pathsOf)).toEqual(['archive/index', 'archive/main']);
  const notes = deleteShelved(shelves({}), (_, __, said) => said);
  expect(notes).toEqual(['the archived conversation archive/main stays']);
});

function shelves(but: Partial<Shelves<WholePart>>): Shelves<WholePart> {
  const both = { active: whole('store/main', 'file'), archived: whole('archive/main', 'file'), ...but };
  return {
    ...both,
    whole: (one) => one,
    companions: (side) => (both[side] === null ? [] : companions[side]),
    place: (side, { path }) => `${side}/${path.split('/')[1]}`,
    missing: unchanged(),
    inTheWay: (_, other) => inTheWay(['FN409'], other),
  };
}

function whole(path: string, type: 'file' | 'folder'): WholePart {
  return { path, type, digest: () => path };
}

function pathsOf(_: WholePart, steps: readonly Step[]): string[] {
  return steps.map((step) => (step.do === 'move' ? `${step.from} -> ${step.to}` : step.path));
}
