import { addCounts, NO_COUNTS } from '../../../model/change-report.ts';
import type { Counts } from '../../../model/conversation.ts';
import { NOT_READABLE, type Refusal, throughLink } from '../../decided.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { type DecodedTenex, decodeTenex } from './decoded.ts';

/** One conversation file, decoded on demand. */
export interface OpenedTenex {
  readonly part: Part;
  /** From its folder, whatever the index says. */
  readonly state: 'active' | 'archived';
  /** Null for a dangling link or an unreadable file. */
  decoded(): DecodedTenex | null;
}

export interface Copies {
  readonly active: OpenedTenex;
  readonly archived: OpenedTenex;
}

/** `part` has the role `conversation` or `archived`. */
export function open(part: Part): OpenedTenex {
  const decoded = once(() => (part.bytes === null ? null : decodeTenex(part.bytes)));
  return { part, state: part.role === 'archived' ? 'archived' : 'active', decoded };
}

/** Null for a file that can be moved or copied. */
export function refuseFile({ part }: OpenedTenex): Refusal | null {
  if (part.type === 'link') return throughLink(['TX408']);
  if (part.type !== 'file') return { codes: ['TX405'], reason: 'is not a file' };
  return part.bytes === null ? NOT_READABLE : null;
}

/** TENEX stores tool calls as messages, and has no tasks or memories. */
export function tenexCounts(decoded: DecodedTenex | null, bytes: number): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: decoded?.counts().events ?? 0, bytes };
}

export function countsOfAll(files: readonly OpenedTenex[]): Counts {
  return files.map(({ part, decoded }) => tenexCounts(decoded(), part.size)).reduce(addCounts, NO_COUNTS);
}
