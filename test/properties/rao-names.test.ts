import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/codecs/edit.ts';
import { healNames } from '../../src/stores/rao/change/heal-names.ts';
import { ask } from '../stores/ask.ts';
import { filePart } from '../stores/open-site.ts';
import { factsOf } from '../stores/rao/open-folder.ts';
import { namesOf } from '../stores/rao/reader.ts';
import { runs } from '../support/sampling.ts';

const RUNS = runs(300);
const HEADER = '"conversation_id","name"\n';

/** Names that no reader takes for numbers, and that hold no line which looks like a row. */
const name = fc
  .array(fc.constantFrom('a', 'B', ' ', ',', '"', "'", '#', 'é', '漢', '\n', '\\n', '7'), { maxLength: 8 })
  .map((letters) => `n${letters.join('')}`)
  .filter((each) => !/[\r\n]\s*"?\d+"?,/.test(each) && !each.includes('\\"'));
const names = fc.array(name, { minLength: 1, maxLength: 5 });

const rowsOf = (all: readonly string[]) => all.map((each, i) => `${i + 1},"${each.replaceAll('"', '""')}"\n`).join('');

/** The table after a heal with --lossy; null when it is refused. */
function healed(table: string): string | null {
  const bytes = Buffer.from(table);
  const facts = factsOf([filePart('conversation_names.csv', bytes, { role: 'names' })]);
  const closing = healNames(facts, ask('heal', { lossy: true }), true);
  if (closing.state !== 'changed') return closing.state === 'unchanged' ? table : null;
  const [step] = closing.first;
  if (step?.do !== 'put' || step.content.from !== 'edits') throw new Error('not one put of edits');
  return Buffer.from(applyEdits(bytes, step.content.edits)).toString();
}

const trimmed = (all: readonly string[]) => all.map((each, i) => ({ id: i + 1, name: each.trim() }));

test('a table that Rao wrote is left as it is', () => {
  fc.assert(
    fc.property(names, (all) => {
      expect(healed(HEADER + rowsOf(all))).toBe(HEADER + rowsOf(all));
    }),
    RUNS,
  );
});

test('a table without its header, or with quotes escaped as C does, comes back whole', () => {
  fc.assert(
    fc.property(names, (all) => {
      expect(healed(rowsOf(all))).toBe(HEADER + rowsOf(all));
      // Before a line end, an escaped quote reads as the end of the name: nobody can tell.
      fc.pre(!all.some((each) => /"\s*[\r\n]/.test(each)));
      const escaped = all.map((each, i) => `${i + 1},"${each.replaceAll('"', '\\"')}"\n`).join('');
      expect(namesOf(Buffer.from(healed(HEADER + escaped) ?? ''))).toEqual(trimmed(all));
    }),
    RUNS,
  );
});

test('a table that lost one quote of a name keeps all rows', () => {
  fc.assert(
    fc.property(names, fc.nat(), (all, which) => {
      const table = HEADER + rowsOf(all);
      const quotes = [...table.matchAll(/"/g)].flatMap(({ index }) => (index < HEADER.length ? [] : [index]));
      const at = quotes[which % quotes.length] ?? HEADER.length;
      const result = healed(table.slice(0, at) + table.slice(at + 1));
      expect(result).not.toBe(null);
      expect(namesOf(Buffer.from(result ?? ''))?.map(({ id }) => id)).toEqual(all.map((_, i) => i + 1));
      expect(healed(result ?? '')).toBe(result);
    }),
    RUNS,
  );
});

test('a table of any bytes is healed once, or left', () => {
  fc.assert(
    fc.property(names, fc.nat(), fc.string({ maxLength: 6 }), (all, where, noise) => {
      const table = HEADER + rowsOf(all);
      const at = where % table.length;
      const result = healed(table.slice(0, at) + noise + table.slice(at + 1));
      if (result !== null) expect(healed(result)).toBe(result);
    }),
    RUNS,
  );
});
