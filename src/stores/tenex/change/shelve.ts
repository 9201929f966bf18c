import { type Refusal, refused, unchanged } from '../../decided.ts';
import type { Decided } from '../../kind.ts';
import type { Decoded } from '../decode/decoded.ts';
import type { TenexDocument } from '../document.ts';
import { archivePath, conversationPath } from '../layout/layout.ts';
import { countsOfAll, type Opened, refuseFile } from '../opened.ts';
import { textMember } from '../read/members.ts';
import { entryFor } from '../reindex/entry.ts';
import { type EntryChange, flag } from '../reindex/entry-change.ts';
import { refuseCopies } from './copies.ts';
import { decidedFor, joined, type Owed } from './outcome.ts';

/** Moves a conversation to `archive` and marks its entry, as TENEX's archive() does, but never onto another file. */
export function archive(document: TenexDocument): Decided<Owed> {
  return shelve(document, { from: document.active, to: document.archived, archived: true });
}

/** Moves a conversation back from `archive` and clears the mark, as TENEX's restore() does, but never onto another file. */
export function restore(document: TenexDocument): Decided<Owed> {
  return shelve(document, { from: document.archived, to: document.active, archived: false });
}

interface Shelving {
  readonly from: Opened | null;
  readonly to: Opened | null;
  /** What the entry is to say. */
  readonly archived: boolean;
}

function shelve(document: TenexDocument, { from, to, archived }: Shelving): Decided<Owed> {
  const { id, active, archived: shelved, scope } = document;
  if (from === null) return to === null ? missing(document) : decidedFor(document, unchanged(asIs(document, archived)));
  const refusal = scope.hidden === true ? UNSEEN : refuseFile(from);
  if (refusal !== null) return decidedFor(document, refused(refusal));
  if (active !== null && shelved !== null)
    return decidedFor(document, refused(refuseCopies({ active, archived: shelved }, archived ? shelved : active)));
  const { part } = from;
  const target = archived ? archivePath(scope.site, id) : conversationPath(scope.site, id);
  const counts = countsOfAll([from]);
  const { wishes, notes } = entering(document, from, archived);
  return joined(document, wishes, {
    path: part.path,
    steps: [{ do: 'move', what: 'file', from: part.path, to: target, was: part.print() }],
    before: counts,
    after: counts,
    notes,
  });
}

const UNSEEN: Refusal = {
  codes: [],
  reason: 'cannot be moved while a folder of the store cannot be looked into: another copy may lie there',
  unsafe: true,
};

/** TENEX leaves a conversation that has no entry without one, and so never lists it. */
function entering(
  { id, entries }: TenexDocument,
  opened: Opened,
  archived: boolean,
): { wishes: EntryChange[]; notes: string[] } {
  if (entries.length > 0) return { wishes: [flag(id, archived)], notes: unreadable(opened, archived) };
  const decoded = opened.decoded();
  if (decoded !== null && !isNamed(decoded, id))
    return { wishes: [], notes: ['has no index entry, and gets none: it calls itself otherwise'] };
  const body = decoded?.verdict().stage === 'ok' ? decoded.body : null;
  const { mtime } = opened.part;
  const last = decoded?.counts().last ?? mtime;
  const members = body === null ? null : entryFor(body, { id, archived, updatedAt: last, otherwise: mtime });
  if (members === null) return { wishes: [], notes: ['has no index entry, and gets none: TENEX cannot read it'] };
  return { wishes: [{ do: 'append', members }], notes: ['had no index entry: gets one'] };
}

/** One that calls itself otherwise TENEX would save under that name, maybe over another: what it is not to load is not entered. */
function isNamed(decoded: Decoded, id: string): boolean {
  const inner = textMember(decoded, 'id');
  return inner === null || inner === id;
}

function unreadable(opened: Opened, archived: boolean): string[] {
  return archived || opened.decoded()?.verdict().stage === 'ok' ? [] : ['cannot be read by TENEX as it lies'];
}

function asIs({ entries }: TenexDocument, archived: boolean): string {
  const state = archived ? 'is archived already' : 'is not archived';
  if (entries.length === 0) return `${state}, but not in the index: heal puts it there`;
  const wrong = entries.some((entry) => (entry.archived ?? false) !== archived);
  return wrong ? `${state}, but its index entry says otherwise: heal repairs the entry` : state;
}

function missing(document: TenexDocument): Decided<Owed> {
  if (document.entries.length === 0)
    return decidedFor(document, refused({ codes: [], reason: 'has no conversation file' }));
  return decidedFor(document, unchanged('has no conversation file, only an index entry: heal removes that'));
}
