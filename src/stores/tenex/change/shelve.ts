import { NO_COUNTS } from '../../../model/change-report.ts';
import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import { NO_CONVERSATION, type Refusal, refusalOf, refused, type UnitDecision, unchanged } from '../../decision.ts';
import { type Shelves, shelve } from '../../engine/change/shelving.ts';
import { removed } from '../../engine/change/steps.ts';
import { countOf } from '../../words.ts';
import { compareCopies } from '../checks/copies.ts';
import type { TenexDocument } from '../document.ts';
import { indexPath, tenexArchivePath, tenexPath } from '../layout/layout.ts';
import { type Copies, countsOfAll, type DecodedTenex, refuseFile, type TenexFile } from '../read/decoded.ts';
import { textMember } from '../read/members.ts';
import { archivedFlag, type EntryChange, entryFor } from '../read/reindex.ts';
import { changedWithIndex, type TenexIndexUpdate, unitDecisionFor } from './edit-files.ts';

/**
 * Moves a conversation to `archive` or back and marks its entry, like TENEX's archive() and restore(). Never overwrites
 * a file.
 */
export function moveTenex(document: TenexDocument, verb: 'archive' | 'restore'): UnitDecision<TenexIndexUpdate> {
  const outcome = shelve(shelvesOf(document, verb), verb, (opened, steps) => {
    const refusal = refuseMove(document, opened);
    if (refusal !== null) return unitDecisionFor(document, refusal);
    const counts = countsOfAll([opened]);
    const { changes, notes } = entryChange(document, opened, verb === 'archive');
    return changedWithIndex(document, changes, { path: opened.part.path, steps, before: counts, after: counts, notes });
  });
  if (!('state' in outcome)) return outcome;
  const { state, reason } = outcome;
  return unitDecisionFor(document, state === 'unchanged' ? unchanged(asIs(document, verb, reason)) : outcome);
}

function shelvesOf(document: TenexDocument, verb: 'archive' | 'restore'): Shelves<TenexFile> {
  const { id, scope, active, archived, entries } = document;
  return {
    active,
    archived,
    whole: ({ part }) => part,
    place: (side) => (side === 'active' ? tenexPath(scope.site, id) : tenexArchivePath(scope.site, id)),
    missing: entries.length === 0 ? refused(NO_CONVERSATION) : unchanged(ENTRY_ONLY),
    inTheWay: (from, other) => {
      const [one, two] = verb === 'archive' ? [from, other] : [other, from];
      return refuseMove(document, from) ?? refuseCopies({ active: one, archived: two }, other);
    },
  };
}

const ENTRY_ONLY = 'has no conversation file, only an index entry: heal removes that';

function refuseMove({ scope }: TenexDocument, opened: TenexFile): Refusal | null {
  return scope.hasUnreadFolder === true ? UNSEEN : refuseFile(opened);
}

const UNSEEN: Refusal = refusalOf({
  reason: 'cannot be moved while a folder of the store cannot be looked into: another copy may be there',
  unsafe: true,
});

/** TENEX adds no entry for an unlisted conversation, and so never lists it. */
function entryChange(
  { id, entries }: TenexDocument,
  opened: TenexFile,
  archived: boolean,
): { changes: EntryChange[]; notes: string[] } {
  if (entries.length > 0) return { changes: [archivedFlag(id, archived)], notes: unreadableReasons(opened, archived) };
  const decoded = opened.decoded();
  if (decoded !== null && !isNamed(decoded, id))
    return { changes: [], notes: ['has no index entry, and gets none: it calls itself otherwise'] };
  const body = decoded?.verdict().stage === 'ok' ? decoded.body : null;
  const { mtime } = opened.part;
  const last = decoded?.counts().last ?? mtime;
  const members = body === null ? null : entryFor(body, { id, archived, updatedAt: last, otherwise: mtime });
  if (members === null) return { changes: [], notes: ['has no index entry, and gets none: TENEX cannot read it'] };
  return { changes: [{ do: 'append', members }], notes: ['had no index entry: gets one'] };
}

/** TENEX saves a conversation under the id inside, maybe over another. So only matching ones are entered. */
function isNamed(decoded: DecodedTenex, id: string): boolean {
  const inner = textMember(decoded, 'id');
  return inner === null || inner === id;
}

function unreadableReasons(opened: TenexFile, archived: boolean): string[] {
  return archived || opened.decoded()?.verdict().stage === 'ok' ? [] : ['cannot be read by TENEX as it is'];
}

function asIs(
  { entries, active, archived }: TenexDocument,
  verb: 'archive' | 'restore',
  state: Sentence | null,
): Sentence | null {
  if (active === null && archived === null) return state;
  if (entries.length === 0) return sentence`${state ?? ''}, but not in the index: heal puts it there`;
  const wrong = entries.some((entry) => (entry.archived ?? false) !== (verb === 'archive'));
  return wrong ? sentence`${state ?? ''}, but its index entry says otherwise: heal repairs the entry` : state;
}

function refuseCopies(copies: Copies, inTheWay: TenexFile): Refusal {
  const { holds, more } = compareCopies(copies.active, copies.archived);
  const refusal = (codes: Refusal['codes'], difference: Sentence): Refusal =>
    refusalOf({
      codes,
      reason: sentence`cannot be moved: ${inTheWay.part.path} is in the way, and ${difference}`,
      unsafe: true,
    });
  if (holds === 'unreadable') {
    const torn = copies.active.decoded()?.whole === true ? 'archived' : 'active';
    return refusal([], `the ${torn} copy is not a whole document: heal it first`);
  }
  if (holds === 'neither') return refusal(['TX309'], divergenceText(more, laterEvent(copies)));
  if (holds === 'same') return refusal(['TX310'], sentence`both hold the same events: ${cmd`heal`} keeps one of them`);
  const ahead = countOf(more[holds], 'event');
  return refusal(['TX310'], sentence`the ${holds} copy is newer by ${ahead}: ${cmd`heal`} keeps that one`);
}

function divergenceText({ active, archived }: ReturnType<typeof compareCopies>['more'], later: string): Sentence {
  const counts = `${active} in the active one, ${archived} in the archived one; ${later}`;
  const ways = sentence`${cmd`delete`} takes both; to keep one, move the file of the other out of the store, or ${cmd`fork`} the active one first`;
  return sentence`each copy holds events that the other lacks (${counts}): ${ways}`;
}

function laterEvent({ active, archived }: Copies): string {
  const one = active.decoded()?.counts().last ?? null;
  const other = archived.decoded()?.counts().last ?? null;
  if (one === null || other === null || one === other) return 'neither has the later event';
  return `the ${one > other ? 'active' : 'archived'} one has the later event`;
}

/**
 * Moves all files of an id into the journal and removes its entries. TENEX's delete() leaves an archived copy that none
 * of its commands reaches.
 */
export function deleteTenex(document: TenexDocument): UnitDecision<TenexIndexUpdate> {
  const { id, active, archived, entries, scope } = document;
  const files = [active, archived].filter((opened) => opened !== null);
  if (files.length === 0 && entries.length === 0) return unitDecisionFor(document, NO_CONVERSATION);
  if (files.length === 0 && scope.hasUnreadFolder === true)
    return unitDecisionFor(document, refusalOf({ reason: UNSEEN_FILE, unsafe: true }));
  for (const file of files) {
    const refusal = refuseFile(file);
    if (refusal !== null) return unitDecisionFor(document, refusal);
  }
  const steps = files.map(({ part }) => removed(part));
  const changes: EntryChange[] = entries.length === 0 ? [] : [{ do: 'remove', of: id }];
  const path = files[0]?.part.path ?? indexPath(scope.site);
  return changedWithIndex(document, changes, {
    path,
    steps,
    before: countsOfAll(files),
    after: NO_COUNTS,
    notes: deletionNotes(files),
  });
}

const UNSEEN_FILE = 'has an index entry, and its file may be in a folder that cannot be looked into';

function deletionNotes(files: readonly { readonly part: { readonly path: string } }[]): string[] {
  const [first, second] = files;
  if (first === undefined) return ['had no conversation file: only its index entry goes'];
  return second === undefined ? [] : [`the copy ${second.part.path} goes into the journal too`];
}
