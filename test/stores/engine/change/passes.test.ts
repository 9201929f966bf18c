import { describe, expect, test } from 'vitest';
import type { Edit } from '../../../../src/codecs/edit.ts';
import { isRefusal } from '../../../../src/stores/decision.ts';
import { editDraft, type FileDraft, fileDraft } from '../../../../src/stores/engine/change/draft.ts';
import {
  ifWanted,
  onCodes,
  type Pass,
  type PassFinding,
  type PassOptions,
  runPasses,
} from '../../../../src/stores/engine/change/passes.ts';

/** A text that has FN003 for each `!`, and FN006, which is lossy, for each `?`. */
function findings(text: string): PassFinding[] {
  return [...text].flatMap((letter): PassFinding[] => {
    if (letter === '!') return [{ code: 'FN003', detail: 'has a !' }];
    return letter === '?' ? [{ code: 'FN006', detail: 'has a ?' }] : [];
  });
}

type TextPass = Pass<string, PassFinding, PassOptions<PassFinding>, readonly Edit[]>;

const without =
  (letter: string, all = true) =>
  (text: string) => ({
    edits: [...text].flatMap((each, at): Edit[] =>
      each === letter && (all || at === text.indexOf(letter)) ? [{ at, remove: 1, insert: new Uint8Array() }] : [],
    ),
    notes: [`drops ${letter}`],
  });
const exclamations: TextPass = onCodes(['FN003'], without('!'));
const questions: TextPass = onCodes(['FN006'], without('?'));

function run(text: string, passes: readonly TextPass[], more: Partial<PassOptions<PassFinding>> = {}) {
  const bench = {
    applyEdits: (draft: FileDraft, edits: readonly Edit[]) => editDraft(draft, edits),
    open: ({ bytes }: FileDraft) => Buffer.from(bytes).toString(),
    findings,
  };
  const options: PassOptions<PassFinding> = { only: null, lossy: true, say: ({ detail }) => detail, ...more };
  const passed = runPasses({ draft: fileDraft(Buffer.from(text)), doc: text }, bench, passes, options);
  return isRefusal(passed) ? passed.reason : `${passed.doc} ${passed.codes.join(' ')}`;
}

describe('passes', () => {
  test('work one after the other, each on what the ones before it left', () => {
    expect(run('a!b?c!', [exclamations, questions])).toBe('abc FN003 FN006');
  });

  test('leave be what nobody asked for', () => {
    expect(run('a!b?', [exclamations, questions], { only: ['FN006'] })).toBe('a!b FN006');
  });

  test('lose nothing without --lossy', () => {
    expect(run('a!b?', [exclamations, questions], { lossy: false })).toBe('has a ?: needs --lossy');
  });

  test('are held to their word: what they heal must be gone', () => {
    const slowly = onCodes(['FN003'], without('!', false));
    expect(run('a!!!!!!', [slowly])).toBe('has a !, and that cannot be healed here');
  });

  test('run again on what their repair brings to light', () => {
    const slowly = onCodes(['FN003'], without('!', false));
    expect(run('a!!', [slowly])).toBe('a FN003');
    expect(run('a!!!!', [slowly])).toBe('a FN003');
    expect(run('a!!!!!', [slowly])).toBe('has a !, and that cannot be healed here');
  });

  test('that heal several codes at once run where any of these is asked for', () => {
    const both = ifWanted<string, PassFinding, PassOptions<PassFinding>, readonly Edit[]>(({ doc }) =>
      /[!?]/.test(doc)
        ? { codes: ['FN003', 'FN006'], edits: [...without('!')(doc).edits, ...without('?')(doc).edits], notes: [] }
        : null,
    );
    expect(run('a!b?', [both], { only: ['FN006'] })).toBe('ab FN003 FN006');
    expect(run('a!b?', [both], { only: ['FN010'] })).toBe('a!b? ');
  });

  test('say why nothing can be done', () => {
    expect(run('a!', [onCodes(['FN003'], () => 'is too short')])).toBe('is too short');
  });
});

test('edits made one after the other are one list on the file as it was read', () => {
  const first = editDraft(fileDraft(Buffer.from('abcdef')), [{ at: 1, remove: 2, insert: Buffer.from('X') }]);
  const second = editDraft(first, [{ at: 3, remove: 1, insert: new Uint8Array() }]);
  expect(Buffer.from(second.bytes).toString()).toBe('aXdf');
  expect(second.edits).toHaveLength(2);
  expect(editDraft(second, [])).toBe(second);
});
