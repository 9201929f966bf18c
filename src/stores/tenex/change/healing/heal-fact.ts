import { isString, textOf } from '../../../../codecs/json/value.ts';
import type { Decoded } from '../../decode/decoded.ts';
import type { TenexDocument } from '../../document.ts';
import { type EntryFacts, entryOf } from '../../reindex/entry.ts';
import type { Entry } from '../../reindex/entry-change.ts';

/** What the index is repaired from: the files of one id as a run leaves them. */
export interface HealFact {
  readonly id: string;
  /**
   * `both` while neither copy can go; `rests` for temporary files without a conversation, and for one that may lie unseen; null
   * when only the index names it.
   */
  readonly lies: 'active' | 'archived' | 'both' | 'rests' | null;
  /** The members that TENEX's own save would give its entry; null for a file that TENEX cannot read. */
  readonly entry: Entry | null;
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
export interface Left {
  readonly lies: HealFact['lies'];
  readonly document: Decoded | null;
  readonly savedAt: number;
}

/** What is kept of one id until its scope is closed. */
export function factOf({ id, entries }: TenexDocument, { lies, document, savedAt }: Left): HealFact {
  const nothing: HealFact = { id, lies, entry: null, dated: false, named: false, createdAt: savedAt, savedAt };
  if (document === null || document.verdict().stage !== 'ok') return nothing;
  const { events, agentCount, first, last } = document.counts();
  const createdAt = typeof first === 'number' && Number.isFinite(first) && first !== 0 ? first : null;
  // A time that is a text poisons the index, and says all the same when it was.
  const otherwise = Number(typeof first === 'string' && /^[1-9]\d{0,11}$/.test(first) ? first : (last ?? savedAt));
  const facts: EntryFacts = {
    id,
    title: memberText(document, 'title'),
    phase: memberText(document, 'phase').toLowerCase(),
    createdAt,
    otherwise,
    updatedAt: entries[0]?.updatedAt ?? otherwise,
    events,
    agents: agentCount,
    archived: lies === 'archived',
  };
  return {
    ...nothing,
    entry: entryOf(facts),
    dated: createdAt !== null,
    named: memberText(document, 'id') === id,
    createdAt: createdAt ?? otherwise,
  };
}

function memberText({ members }: Decoded, key: string): string {
  const value = members.get(key);
  return isString(value) ? textOf(value) : '';
}
