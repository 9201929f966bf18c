import type { Part } from '../kind.ts';
import { once } from '../once.ts';
import { type Decoded, decode } from './decode/decoded.ts';

/** One conversation file, decoded when first asked. */
export interface Opened {
  readonly part: Part;
  /** Told by the folder it lies in, whatever the index says. */
  readonly state: 'active' | 'archived';
  /** Null for a part without bytes: a link that leads nowhere, or a file that could not be read. */
  decoded(): Decoded | null;
}

/** Opens a part of the role `conversation` or `archived`; nothing is decoded yet. */
export function open(part: Part): Opened {
  const decoded = once(() => (part.bytes === null ? null : decode(part.bytes)));
  return { part, state: part.role === 'archived' ? 'archived' : 'active', decoded };
}
