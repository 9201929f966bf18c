import { piece, type Refusal, refused, type UnitChangeInit } from '../../decided.ts';
import type { Ask, NotChanged, UnitChange, UnitDecision } from '../../kind.ts';
import type { DecodedTenex } from '../read/decoded.ts';
import type { TenexDocument } from '../read/document.ts';
import { type EntryFacts, newEntry } from '../read/entry.ts';
import type { EventCounts } from '../read/events/event-facts.ts';
import { finite, textMember } from '../read/members.ts';
import type { EntryChange, NewEntry } from '../read/reindex.ts';

export function changedWithIndex(
  document: TenexDocument,
  changes: readonly EntryChange[],
  decision: UnitChangeInit,
): UnitDecision<Owed> {
  return decidedFor(document, piece({ ...decision, together: true }), { changes });
}

/** Adds the facts for the index to an outcome or a refusal. */
export function decidedFor(
  document: TenexDocument,
  result: UnitChange | NotChanged | Refusal,
  owed: Partial<Owed> = {},
): UnitDecision<Owed> {
  const outcome = 'state' in result ? result : refused(result);
  return { id: document.id, outcome, indexUpdate: { changes: [], fact: null, savedAt: savedAt(document), ...owed } };
}

/** From the index if it has the id: a file's time may be that of a copy. */
function savedAt({ active, archived, entries }: TenexDocument): number | null {
  const times = entries.flatMap(({ updatedAt }) => updatedAt ?? []);
  const files = [active, archived].flatMap((opened) => opened?.part.mtime ?? []);
  return (times.length > 0 ? times : files).reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}

/** Facts of one unit for the index: no document, no bytes. */
export interface Owed {
  /** Changes of its index entries. */
  readonly changes: readonly EntryChange[];
  /** Seconds of TENEX's last save, if known. */
  readonly savedAt: number | null;
  /** For repairs of the index by heal and migrate; null for other verbs. */
  readonly fact: HealFact | null;
}

/** Seconds after a save in which TENEX probably still holds the conversation. */
const RECENT = 300;

/** Warns of recent saves: a running TENEX would undo the change with its next one. */
export function recentNotes(decided: readonly Pick<Owed, 'savedAt'>[], { now }: Pick<Ask, 'now'>): string[] {
  const count = decided.filter(({ savedAt }) => savedAt !== null && now - savedAt <= RECENT).length;
  if (count === 0) return [];
  const some = count === 1 ? 'one of these was' : `${count} of these were`;
  const who = decided.length === 1 ? 'was' : some;
  return [
    `${who} saved within the last ${RECENT / 60} minutes: a TENEX that still runs overwrites this with its next save`,
  ];
}

/** The files of one id after a run, for repairs of the index. */
export interface HealFact {
  readonly id: string;
  /**
   * `both` while neither copy can go. `rests`: temporary files alone, or a conversation that may be out of sight. Null
   * if only the index names it.
   */
  readonly place: 'active' | 'archived' | 'both' | 'rests' | null;
  /** The entry of TENEX's own save; null for an unreadable file. */
  readonly entry: NewEntry | null;
  /** `createdAt` of that entry is what TENEX would write. */
  readonly dated: boolean;
  /** The id inside is that of the file's name. No other is entered in an index. */
  readonly named: boolean;
  /** Seconds; the order of new entries. */
  readonly createdAt: number;
  /** The file's last writing, whole Unix seconds. */
  readonly savedAt: number;
}

export interface LeftFile {
  readonly place: HealFact['place'];
  readonly file: LeftDocument | null;
  readonly savedAt: number;
}

/** Facts for an index entry, so that no file is held. */
interface LeftDocument {
  /** TENEX loads it. */
  readonly loads: boolean;
  readonly counts: EventCounts;
  readonly id: string;
  readonly title: string;
  readonly phase: string;
}

export function leftOf(document: DecodedTenex): LeftDocument {
  const text = (key: string) => textMember(document, key) ?? '';
  const loads = document.verdict().stage === 'ok';
  return { loads, counts: document.counts(), id: text('id'), title: text('title'), phase: text('phase').toLowerCase() };
}

export function healFact({ id, entries }: TenexDocument, { place, file, savedAt }: LeftFile): HealFact {
  const nothing: HealFact = { id, place, entry: null, dated: false, named: false, createdAt: savedAt, savedAt };
  if (file === null || !file.loads) return nothing;
  const { events, agentCount, first, last } = file.counts;
  const createdAt = finite(first);
  // A time that is a text poisons the index, but is still a time.
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
