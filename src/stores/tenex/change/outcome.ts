import { piece, type Refusal, refused, type UnitChangeInit } from '../../decided.ts';
import type { Ask, NotChanged, UnitChange, UnitDecision } from '../../kind.ts';
import type { DecodedTenex } from '../read/decoded.ts';
import type { TenexDocument } from '../read/document.ts';
import { type EntryFacts, newEntry } from '../read/entry.ts';
import type { EventCounts } from '../read/events/event-facts.ts';
import { finite, textMember } from '../read/members.ts';
import type { EntryChange, NewEntry } from '../read/reindex.ts';

/** A unit that is changed together with the index. */
export function changedWithIndex(
  document: TenexDocument,
  changes: readonly EntryChange[],
  decision: UnitChangeInit,
): UnitDecision<Owed> {
  return decidedFor(document, piece({ ...decision, together: true }), { changes });
}

/** An outcome, or why there is none, with what is kept of its unit. */
export function decidedFor(
  document: TenexDocument,
  result: UnitChange | NotChanged | Refusal,
  owed: Partial<Owed> = {},
): UnitDecision<Owed> {
  const outcome = 'state' in result ? result : refused(result);
  return { id: document.id, outcome, indexUpdate: { changes: [], fact: null, savedAt: savedAt(document), ...owed } };
}

/** Taken from the index, where that names it: the time of a file is also that of whoever copied it. */
function savedAt({ active, archived, entries }: TenexDocument): number | null {
  const times = entries.flatMap(({ updatedAt }) => updatedAt ?? []);
  const files = [active, archived].flatMap((opened) => opened?.part.mtime ?? []);
  return (times.length > 0 ? times : files).reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}

/** What the index must learn of one unit: it holds no document and no bytes. */
export interface Owed {
  /** What its index entries are to become. */
  readonly changes: readonly EntryChange[];
  /** When TENEX last saved it, in seconds, as far as that is known. */
  readonly savedAt: number | null;
  /** What heal and migrate repair the index from; null for other verbs. */
  readonly fact: HealFact | null;
}

/** Seconds within which a save makes it likely that TENEX still holds the conversation. */
const RECENT = 300;

/** A warning when some of these were saved a moment ago: a TENEX that runs would undo the change with its next save. */
export function recentNotes(decided: readonly Pick<Owed, 'savedAt'>[], { now }: Pick<Ask, 'now'>): string[] {
  const count = decided.filter(({ savedAt }) => savedAt !== null && now - savedAt <= RECENT).length;
  if (count === 0) return [];
  const some = count === 1 ? 'one of these was' : `${count} of these were`;
  const who = decided.length === 1 ? 'was' : some;
  return [
    `${who} saved within the last ${RECENT / 60} minutes: a TENEX that still runs overwrites this with its next save`,
  ];
}

/** What the index is repaired from: the files of one id as a run leaves them. */
export interface HealFact {
  readonly id: string;
  /**
   * `both` while neither copy can go; `rests` for temporary files without a conversation, and for one that may be out of sight; null
   * when only the index names it.
   */
  readonly place: 'active' | 'archived' | 'both' | 'rests' | null;
  /** The members that TENEX's own save would give its entry; null for a file that TENEX cannot read. */
  readonly entry: NewEntry | null;
  /** Whether `createdAt` of that entry is what TENEX would write. */
  readonly dated: boolean;
  /** Whether the file calls itself by its own name: under another one it is not entered in an index. */
  readonly named: boolean;
  /** Seconds: what it is sorted by among entries that are made anew. */
  readonly createdAt: number;
  /** When its file was last written, whole Unix seconds. */
  readonly savedAt: number;
}

/** A file as a run leaves it. */
export interface LeftFile {
  readonly place: HealFact['place'];
  /** Null for none that can be read. */
  readonly file: LeftDocument | null;
  readonly savedAt: number;
}

/** What of a file its index entry is made from: plain values, so that no file is held for them. */
interface LeftDocument {
  /** Does TENEX load it. */
  readonly loads: boolean;
  readonly counts: EventCounts;
  readonly id: string;
  readonly title: string;
  readonly phase: string;
}

/** Plain facts of a document. */
export function leftOf(document: DecodedTenex): LeftDocument {
  const text = (key: string) => textMember(document, key) ?? '';
  const loads = document.verdict().stage === 'ok';
  return { loads, counts: document.counts(), id: text('id'), title: text('title'), phase: text('phase').toLowerCase() };
}

/** What is kept of one id until its scope is closed. */
export function healFact({ id, entries }: TenexDocument, { place, file, savedAt }: LeftFile): HealFact {
  const nothing: HealFact = { id, place, entry: null, dated: false, named: false, createdAt: savedAt, savedAt };
  if (file === null || !file.loads) return nothing;
  const { events, agentCount, first, last } = file.counts;
  const createdAt = finite(first);
  // A time that is a text poisons the index, and says all the same when it was.
  const otherwise = Number(typeof first === 'string' && /^[1-9]\d{0,11}$/.test(first) ? first : (last ?? savedAt));
  const facts: EntryFacts = {
    id,
    title: file.title,
    phase: file.phase,
    createdAt,
    otherwise,
    updatedAt: entries[0]?.updatedAt ?? otherwise,
    events,
    agents: agentCount,
    archived: place === 'archived',
  };
  return {
    ...nothing,
    entry: newEntry(facts),
    dated: createdAt !== null,
    named: file.id === id,
    createdAt: createdAt ?? otherwise,
  };
}
