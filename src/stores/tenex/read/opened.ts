import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import { NOT_READABLE, type Refusal, throughLink } from '../../decided.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { type DecodedTenex, decodeTenex } from './decoded.ts';

/** One conversation file, decoded when first asked. */
export interface OpenedTenex {
  readonly part: Part;
  /** Known from the folder it is in, whatever the index says. */
  readonly state: 'active' | 'archived';
  /** Null for a part without bytes: a link that leads nowhere, or a file that could not be read. */
  decoded(): DecodedTenex | null;
}

/** Two copies of one conversation. */
export interface Copies {
  readonly active: OpenedTenex;
  readonly archived: OpenedTenex;
}

/** Opens a part of the role `conversation` or `archived`; nothing is decoded yet. */
export function open(part: Part): OpenedTenex {
  const decoded = once(() => (part.bytes === null ? null : decodeTenex(part.bytes)));
  return { part, state: part.role === 'archived' ? 'archived' : 'active', decoded };
}

/** Why a file can be neither moved nor copied as it is; null when it can. */
export function refuseFile({ part }: OpenedTenex): Refusal | null {
  if (part.type === 'link') return throughLink(['TX408']);
  if (part.type !== 'file') return { codes: ['TX405'], reason: 'is not a file' };
  return part.bytes === null ? NOT_READABLE : null;
}

/** What a conversation holds; TENEX keeps tool calls as messages, and no tasks or memories. */
export function tenexCounts(decoded: DecodedTenex | null, bytes: number): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: decoded?.counts().events ?? 0, bytes };
}

/** Counts of all files together. */
export function countsOfAll(files: readonly OpenedTenex[]): Counts {
  return files.map(({ part, decoded }) => tenexCounts(decoded(), part.size)).reduce(addCounts, NO_COUNTS);
}
