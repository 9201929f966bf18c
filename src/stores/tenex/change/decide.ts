import { replaceValue } from '../../../codecs/json/edits.ts';
import { quote } from '../../../codecs/json/value.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import type { Code } from '../../../model/finding.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type Ask,
  type AskFor,
  NO_CONVERSATION,
  type NotChanged,
  type Refusal,
  refused,
  type SharedChange,
  type UnitDecision,
  unchanged,
} from '../../decision.ts';
import { harmInMemory, putBackInMemory } from '../../engine/change/put-back.ts';
import { type Shelves, shelve } from '../../engine/change/shelving.ts';
import { removed, withEdits } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import type { Scope, Verbs } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { compareCopies } from '../checks/copies.ts';
import type { TenexDocument, TenexScope } from '../document.ts';
import { indexPath, isSafeId, tenexArchivePath, tenexPath } from '../layout/layout.ts';
import { type Copies, countsOfAll, type DecodedTenex, isOfLater, refuseFile, type TenexFile } from '../read/decoded.ts';
import { DECEMBER_2025 } from '../read/era.ts';
import type { IndexFile } from '../read/index-file.ts';
import { textMember } from '../read/members.ts';
import { archivedFlag, type EntryChange, entryFor, reindex } from '../read/reindex.ts';
import { convert } from './convert.ts';
import { changedWithIndex, recentNotes, type TenexIndexUpdate, unitDecisionFor } from './edit-files.ts';
import { forkTenex } from './fork.ts';
import { healTenex } from './heal.ts';
import { healIndex, type IndexClosing } from './heal-index.ts';
import { migrateTenex } from './migrate.ts';
import { putBackTenex, tenexHarmOf } from './put-back.ts';

export const tenexVerbs: Verbs<TenexDocument, TenexScope, TenexIndexUpdate> = {
  decide: decideTenex,
  close: ({ scope, index }, ask, decided, sawAll) => {
    const isWhole = sawAll && scope.site.file === null && scope.hasUnreadFolder !== true;
    return closeTenex({ scope, index, decided, ask, sawAll: isWhole });
  },
  putBack: putBackInMemory(putBackTenex),
  harmOf: harmInMemory(tenexHarmOf),
};

export function decideTenex(document: TenexDocument, ask: Ask): UnitDecision<TenexIndexUpdate> {
  if (!isSafeId(document.id))
    return unitDecisionFor(
      document,
      refused({ codes: ['TX410'], reason: 'has an id that is not a file name', unsafe: true }),
    );
  if (ask.verb === 'migrate' && ask.to === DECEMBER_2025) return { id: document.id, outcome: convert(document, ask) };
  const { active, scope, index } = document;
  if (active !== null && isOfLater(active, scope, index))
    return unitDecisionFor(
      document,
      ask.verb === 'heal' ? unchanged(OF_LATER_TENEX) : refused({ codes: ['TX114'], reason: OF_LATER }),
    );
  return decideOwn(document, ask);
}

const decideOwn = decideBy<TenexDocument, TenexIndexUpdate>({
  heal: healTenex,
  migrate: migrateTenex,
  fork: forkTenex,
  archive: (document) => moveTenex(document, 'archive'),
  restore: (document) => moveTenex(document, 'restore'),
  delete: deleteTenex,
  rename: renameTenex,
  rehome: unchanged(),
  tag: refused({ reason: 'cannot be tagged: TENEX stores no tags' }),
});

const OF_LATER_TENEX = 'is in the keeping of a later TENEX, and needs nothing';
const OF_LATER = 'is in the keeping of a later TENEX, which has neither events nor index nor archive';

export function closeTenex(all: IndexClosing): SharedChange | NotChanged {
  const { verb } = all.ask;
  if (verb === 'rehome') return unchanged();
  return verb === 'heal' || verb === 'migrate' ? healIndex(all) : followIndex(all);
}

/**
 * Changes the entries of conversations that are archived, restored, deleted or forked. The index is written first if a file leaves, and
 * last if one comes.
 * After an interruption a file is active with an entry marked archived, which TENEX reads, or without an entry, so that TENEX ignores it
 * (docs/formats/tenex.md).
 */
function followIndex({ index, decided, ask, scope }: IndexClosing): SharedChange | NotChanged {
  const pieces = decided.filter(({ outcome }) => outcome.state === 'changed');
  if (pieces.length === 0) return unchanged();
  const refusal = refuseIndex(index, scope);
  if (refusal !== null) return refusal;
  const put = indexSteps(index, pieces);
  return {
    state: 'changed',
    path: indexPath(scope.site),
    first: isBefore(ask.verb) ? put : [],
    last: isBefore(ask.verb) ? [] : put,
    codes: [],
    notes: recentNotes(
      pieces.flatMap(({ indexUpdate }) => indexUpdate ?? []),
      ask,
    ),
  };
}

function isBefore(verb: Ask['verb']): boolean {
  return verb === 'archive' || verb === 'delete';
}

function indexSteps({ part, list }: IndexFile, pieces: readonly UnitDecision<TenexIndexUpdate>[]): Step[] {
  if (part === null || list === null) return [];
  const edits = reindex(
    list,
    pieces.flatMap(({ indexUpdate }) => indexUpdate?.changes ?? []),
  );
  return edits.length === 0 ? [] : [withEdits(part, edits)];
}

/** A refusal to change the index; null if TENEX reads it and it may be written. */
function refuseIndex(index: IndexFile, { site }: Pick<Scope, 'site'>): Refusal | null {
  const { part, state, list } = index;
  if (part === null && site.shape === 'file')
    return refused({ reason: 'is changed together with its index: give the store, and name its id' });
  if (part !== null && part.type !== 'file')
    return refused({ reason: `cannot be changed: ${part.path} is not a file`, unsafe: true });
  if (state === 'sound') return null;
  return refused({
    codes: [codeOf(state, list !== null)],
    reason: sentence`${REFUSALS[state]}: run ${cmd`heal`} first, without ids`,
  });
}

const REFUSALS = {
  missing: 'has no index to be entered in',
  unreadable: 'has an index that cannot be read',
  invalid: 'has an index that TENEX refuses as a whole',
} as const;

function codeOf(state: keyof typeof REFUSALS, hasList: boolean): Code {
  if (state === 'missing') return 'TX304';
  if (state === 'unreadable') return 'TX301';
  return hasList ? 'TX303' : 'TX302';
}

/** Renames a conversation in its file and in its index entry, by whose title TENEX lists it. */
function renameTenex(document: TenexDocument, { title }: AskFor<'rename'>): UnitDecision<TenexIndexUpdate> {
  const { id, active, archived } = document;
  const file = active ?? archived;
  if (file === null) return unitDecisionFor(document, NO_CONVERSATION);
  if (active !== null && archived !== null)
    return unitDecisionFor(
      document,
      refused({ codes: ['TX310'], reason: 'is both active and archived', unsafe: true }),
    );
  const refusal = refuseFile(file);
  if (refusal !== null) return unitDecisionFor(document, refusal);
  const decoded = file.decoded();
  const old = decoded?.members.get('title');
  if (decoded?.verdict().stage !== 'ok' || old === undefined)
    return unitDecisionFor(document, refused({ reason: 'cannot be read, so it cannot be renamed' }));
  const { path } = file.part;
  const before = countsOfAll([file]);
  const edit = replaceValue(old, quote(title));
  const bytes = before.bytes + edit.insert.length - edit.remove;
  return changedWithIndex(document, [{ do: 'set', of: id, members: [{ key: 'title', json: quote(title) }] }], {
    path,
    steps: [withEdits(file.part, [edit])],
    before,
    after: { ...before, bytes },
    notes: [`its title becomes ${JSON.stringify(title)}`],
  });
}

/** Moves a conversation to `archive` or back and marks its entry, like TENEX's archive() and restore(). Never overwrites a file. */
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
    missing: entries.length === 0 ? NO_CONVERSATION : unchanged(ENTRY_ONLY),
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

const UNSEEN: Refusal = refused({
  reason: 'cannot be moved while a folder of the store cannot be looked into: another copy may be there',
  unsafe: true,
});

/** Changes of the entry of a moved conversation, with notes. TENEX adds no entry for an unlisted one, and so never lists it. */
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

/**
 * True if the id inside is that of the file, or missing. Only such files are entered: TENEX saves a conversation under the id inside, maybe
 * over another.
 */
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
    refused({
      codes,
      reason: sentence`cannot be moved: ${inTheWay.part.path} is in the way, and ${difference}`,
      unsafe: true,
    });
  if (holds === 'unreadable') {
    const torn = copies.active.decoded()?.isParsed === true ? 'archived' : 'active';
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
    return unitDecisionFor(document, refused({ reason: UNSEEN_FILE, unsafe: true }));
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
