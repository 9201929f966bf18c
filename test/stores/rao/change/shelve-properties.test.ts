import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteCell } from '../../../../src/codecs/table/table.ts';
import { runs } from '../../../support/sampling.ts';
import { readBase, type Tree } from '../reader.ts';
import { changeOf } from './base.ts';
import { applied, prefixes } from './tree.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'é', '7', '"', ',', '\n', "'", '#', ' ', '\\'), maxLength: 8 });
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 6 });
const lineEnd = fc.constantFrom('\n', '\r\n');

function baseOf(ids: readonly number[], names: readonly string[], end: string): Tree {
  const rows = ids.map((id, at) => `${id},${quoteCell(`n ${names[at] ?? ''}`)}${end}`);
  const logs = ids.map((id) => {
    const log = `[{"id":1,"role":"user","content":"said in ${id}","original_query":true}]\n`;
    return [`conversations/conversation_${id}/conversation_log.json`, Buffer.from(log)] as const;
  });
  const table = `"conversation_id","name"${end}${rows.join('')}`;
  return new Map([['conversation_names.csv', Buffer.from(table)], ...logs]);
}

test('a conversation that is archived and restored is to Rao as it was, wherever either was cut', () => {
  fc.assert(
    fc.property(numbers, fc.array(name), lineEnd, fc.nat(), (ids, names, end, pick) => {
      const tree = baseOf(ids, names, end);
      const chosen = ids.filter((_, at) => (pick >> at) % 2 === 0).map(String);
      fc.pre(chosen.length > 0);
      const away = changeOf(tree, 'archive', chosen).change;
      const gone = applied(tree, away);
      const home = changeOf(gone, 'restore', chosen).change;
      const whole = readBase(tree);
      expect(readBase(applied(gone, home))).toEqual(whole);
      for (const each of [...prefixes(tree, away), ...prefixes(gone, home)].map(readBase)) {
        expect(each.losesNames).toBe(false);
        for (const [number, seen] of each.conversations) expect(seen).toEqual(whole.conversations.get(number));
      }
    }),
    runs(600),
  );
});

test('forks and deletions leave all others the bytes they were', () => {
  fc.assert(
    fc.property(
      numbers,
      fc.array(name),
      lineEnd,
      fc.constantFrom('fork' as const, 'delete' as const),
      (ids, names, end, verb) => {
        const tree = baseOf(ids, names, end);
        const [id = 1] = ids;
        const after = applied(tree, changeOf(tree, verb, [String(id)]).change);
        const [was, current] = [readBase(tree), readBase(after)];
        for (const number of ids.slice(verb === 'fork' ? 0 : 1))
          expect(current.conversations.get(number)).toEqual(was.conversations.get(number));
        const row = `${id},${quoteCell(`n ${names[0] ?? ''}`)}${end}`;
        const table = tree.get('conversation_names.csv')?.toString() ?? '';
        const added = `${Math.max(...ids) + 1},${quoteCell(`n ${names[0] ?? ''} (fork)`)}${end}`;
        expect(after.get('conversation_names.csv')?.toString()).toBe(
          verb === 'fork' ? table + added : table.replace(row, () => ''),
        );
      },
    ),
    runs(600),
  );
});
