import { addCounts, NO_COUNTS } from '../../../../model/change-report.ts';
import type { Change, ChangeOf, Step } from '../../../../model/plan.ts';
import type { Ask, Closing, Outcome } from '../../../kind.ts';
import type { IndexFile } from '../../read/index-file.ts';
import { reindex } from '../../reindex/reindex.ts';
import type { ToClose } from '../../session.ts';
import type { Decided } from '../decided.ts';
import { recentNotes } from '../recent.ts';
import { refuseIndex } from './refuse-index.ts';

/**
 * One Change for all conversations of a scope that are archived, restored, deleted or forked. The index is changed first where a
 * file is about to leave its place, and last where one comes: whatever is cut in between, a file lies among the active ones with an
 * entry that says archived, which TENEX reads, or without an entry, which TENEX leaves alone (docs/formats/tenex.md).
 */
export function* join({ index, decided, ask, scope }: ToClose<Decided>): Generator<Closing> {
  const units = decided.flatMap(({ outcome, ...unit }) => (outcome.state === 'joined' ? [{ ...unit, outcome }] : []));
  const [first] = units;
  if (first === undefined) return;
  const refusal = refuseIndex(index, scope);
  if (refusal !== null) return yield { state: 'refused', ...refusal };
  const put = indexSteps(index, units);
  const files = units.flatMap(({ outcome }) => outcome.steps);
  const steps = INDEX_FIRST[ask.verb] ? [...put, ...files] : [...files, ...put];
  const before = units.map(({ outcome }) => outcome.before).reduce(addCounts, NO_COUNTS);
  const after = units.map(({ outcome }) => outcome.after).reduce(addCounts, NO_COUNTS);
  const change: Change = {
    kind: 'tenex',
    project: scope.name === '' ? null : scope.name,
    ids: units.flatMap(({ id, outcome }) => (outcome.newId === undefined ? [id] : [id, outcome.newId])),
    path: first.outcome.path,
    codes: [],
    steps,
    locks: [],
    // TENEX writes in place: through a kept link it would write into what we keep.
    keep: 'copy',
    items: units.map(itemOf),
    counts: { before, after },
  };
  yield { state: 'changed', change, before, after, notes: recentNotes(units, ask) };
}

/** Does the index change before the files do? Heals and migrations do not come here. */
const INDEX_FIRST: Readonly<Record<Ask['verb'], boolean>> = {
  archive: true,
  delete: true,
  restore: false,
  fork: false,
  heal: false,
  migrate: false,
};

type Joined = Omit<Decided, 'outcome'> & { readonly outcome: Extract<Outcome, { state: 'joined' }> };

function indexSteps({ part, list }: IndexFile, units: readonly Joined[]): Step[] {
  if (part === null || list === null) return [];
  const edits = reindex(
    list,
    units.flatMap(({ wishes }) => wishes),
  );
  return edits.length === 0
    ? []
    : [{ do: 'put', path: part.path, was: part.print(), content: { from: 'edits', edits } }];
}

function itemOf({ id, outcome: { path, codes, newId } }: Joined): ChangeOf {
  return newId === undefined ? { id, path, codes } : { id, path, codes, newId };
}
