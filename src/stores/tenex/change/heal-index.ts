import { composeEdits } from '../../../codecs/compose-edits.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import type { Step } from '../../../model/plan.ts';
import { refused, unchanged } from '../../decided.ts';
import type { Around, Decided, Left } from '../../kind.ts';
import { indexPath } from '../layout/layout.ts';
import { reindex } from '../reindex/reindex.ts';
import type { ToClose } from '../session.ts';
import type { IndexRepair } from './entries/corrections.ts';
import { repairs } from './entries/repairs.ts';
import { type Base, baseOf, reread } from './entries/whole-index.ts';
import type { HealFact } from './healing/heal-fact.ts';
import { type Owed, recentNotes } from './outcome.ts';

/**
 * Repairs the index of a scope from the files that its session saw, as a heal leaves them: one Change, or none. Where ids are named
 * only their entries are touched. After a migration the entries follow their conversations, and nothing else is repaired.
 */
export function healIndex(all: ToClose): Around | Left {
  const { index, ask, decided } = all;
  const wants = (code: string) => ask.verb !== 'heal' || (ask.only?.includes(code) ?? true);
  if (isOutOfSight(all)) return unchanged();
  const refusal = refuse(all, wants);
  if (refusal !== null) return refusal;
  const base = baseOf(index);
  if (base.code !== null && !wants(base.code)) return unchanged();
  const found = ask.verb === 'migrate' ? followed(all, base) : repairs(base.index, factsOf(decided), { ...all, wants });
  return base.code === null && found.length === 0 ? unchanged() : changed(all, base, found);
}

/** A lone file has its index elsewhere; a migration repairs none, and where there is no conversation none is missing. */
function isOutOfSight({ scope, index, ask, decided }: ToClose): boolean {
  if (scope.site.shape === 'file') return true;
  if (index.list === null && ask.verb === 'migrate') return true;
  return index.part === null && !factsOf(decided).some(({ lies }) => lies !== null && lies !== 'rests');
}

/** An index without a list is made from all conversations or not at all. */
function refuse({ index, whole, scope }: ToClose, wants: (code: string) => boolean): Left | null {
  const { part, list } = index;
  const code = part === null ? 'TX304' : 'TX301';
  const path = indexPath(scope.site);
  if (list !== null || !wants(code)) return null;
  if (part !== null && part.bytes === null) return refused({ codes: [code], path, reason: 'cannot be read' });
  return whole ? null : refused({ codes: [code], path, reason: NOT_ALL });
}

const NOT_ALL =
  'needs all conversations to be made whole again, and not all were read: run `convo heal` without ids, once all of them can be';

function factsOf(decided: readonly Decided<Owed>[]): HealFact[] {
  return decided.flatMap(({ owes }) => owes?.fact ?? []);
}

/** Later eras wrote entries without a phase, one of which makes the whole index unreadable. */
function followed({ decided }: ToClose, { index }: Base): IndexRepair[] {
  const migrated = decided.filter(({ outcome }) => outcome.state === 'changed');
  const others = decided.filter(({ outcome }) => outcome.state !== 'changed');
  return [
    ...repairs(index, factsOf(migrated), { whole: false, wants: (code) => code === 'TX303' || code === 'TX312' }),
    ...repairs(index, factsOf(others), { whole: false, wants: (code) => code === 'TX303' }),
  ];
}

function changed(all: ToClose, base: Base, found: readonly IndexRepair[]): Around | Left {
  const { scope, index, ask, whole } = all;
  const { list } = base.index;
  const wishes = found.flatMap((each) => each.wishes);
  const bytes = index.part?.bytes ?? NO_BYTES;
  const edits = composeEdits(bytes.length, base.edits, list === null ? [] : reindex(list, wishes));
  const path = indexPath(scope.site);
  const codes = [...new Set([...(base.code === null ? [] : [base.code]), ...found.map(({ code }) => code)])];
  if (index.part?.type === 'link') return refused({ codes, path, reason: LINK, unsafe: true });
  if (whole && ask.verb === 'heal' && ask.only === null && reread(bytes, edits)?.usable !== true)
    return refused({ codes, path, reason: 'would still be unreadable: a fault of convo, so nothing is changed' });
  const saved = index.part === null ? [] : [{ savedAt: index.part.mtime }];
  const notes = [...(base.note === null ? [] : [base.note]), ...told(found), ...recentNotes(saved, ask)];
  return { state: 'changed', path, first: [putOf(path, index, edits)], last: [], codes, notes };
}

const NO_BYTES = new Uint8Array();
const LINK = 'is a link, and nothing is changed through a link';

function putOf(path: string, { part }: ToClose['index'], edits: readonly Edit[]): Step {
  if (part !== null) return { do: 'put', path, was: part.print(), content: { from: 'edits', edits } };
  return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: applyEdits(NO_BYTES, edits) } };
}

const MOST = 20;

/** Each sentence once, with how often it holds. */
function told(found: readonly IndexRepair[]): string[] {
  const counts = new Map<string, number>();
  for (const { note } of found) counts.set(note, (counts.get(note) ?? 0) + 1);
  const notes = [...counts].map(([note, count]) => (count === 1 ? note : `${note}, ${count} times`));
  return notes.length <= MOST ? notes : [...notes.slice(0, MOST), `and ${notes.length - MOST} further repairs`];
}
