import { expect, test } from 'vitest';
import { runRemarks } from '../../../src/ops/change/decide-options.ts';
import { realDisk } from '../../../src/ops/reading.ts';
import { ask } from '../../stores/ask.ts';

test.each(realDisk().kinds.map((kind) => [kind.name, kind] as const))(
  'no remark of %s is made on a run that changed nothing',
  (_, kind) => {
    for (const verb of ['heal', 'delete', 'archive', 'rehome', 'fork'] as const)
      expect(runRemarks(kind, ask(verb), 0)).toEqual([]);
  },
);

test('a run that deleted says that the text stays in the journal', () => {
  const kinds = realDisk().kinds.filter(({ name }) => name !== 'codex' && name !== 'gemini');
  for (const kind of kinds) expect(runRemarks(kind, ask('delete'), 1).length).toBeGreaterThan(0);
});
