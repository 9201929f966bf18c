import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { RaoDocument } from '../../src/stores/rao/document.ts';
import { rao } from '../../src/stores/rao/index.ts';
import { raoOrder } from '../../src/stores/rao/list/view.ts';
import { openSite } from '../stores/open-site.ts';
import { agrees } from '../stores/rao/agreement.ts';
import { companionsAgree } from '../stores/rao/companions-agree.ts';
import type { Expected } from '../stores/rao/expected.ts';

const RECORDED = new URL('../../fixtures/rao/recorded/', import.meta.url);

/** What the real program said of a base. */
interface ExpectedBase {
  readonly listing: readonly number[];
  readonly names_rows: readonly { readonly conversation_id: number; readonly name: string }[];
  readonly names: readonly { readonly index: number; readonly name: readonly string[] }[];
  readonly conversations: Readonly<Record<string, Expected>>;
}

describe.each(['store', 'damaged'])('the base that the real program wrote: %s', (name) => {
  const expected: ExpectedBase = JSON.parse(readFileSync(new URL(`${name}.expected.json`, RECORDED), 'utf8'));
  const { site, documents } = openSite(rao, fileURLToPath(new URL(name, RECORDED)));
  const mine = (documents.get('') ?? []) as readonly unknown[] as readonly RaoDocument[];
  const views = mine.flatMap(({ conversations }) => conversations);

  test('is a base', () => {
    expect(site).toMatchObject({ shape: 'base', scope: null, file: null });
  });

  test('is listed in its order', () => {
    expect([...views].sort(raoOrder).map(({ id }) => Number(id))).toEqual(expected.listing);
  });

  test('has its names', () => {
    const tables = mine[0]?.tables;
    expect(tables?.names?.names?.rows.map(({ id, nameInR }) => ({ conversation_id: id, name: nameInR }))).toEqual(
      expected.names_rows,
    );
    for (const { index, name: names } of expected.names) {
      const document = mine.find(({ id }) => id === String(index));
      const shown =
        document === undefined
          ? undefined
          : [...(document.tables.names?.names?.namesInR.get(Number(document.id)) ?? [])];
      expect(shown).toEqual(names[0] === 'New conversation' && shown?.length === 0 ? [] : names);
      expect(document?.conversations.map(({ title }) => title)).toEqual([names[0]]);
    }
  });

  describe.each(mine.map((document) => [document.id, document] as const))('conversation %s', (id, { active }) => {
    const told = expected.conversations[`conversation_${id}`];
    if (active === null || told === undefined) throw new Error(`conversation_${id} is not told`);
    agrees(active, told);
    companionsAgree(active, told);
  });
});
