import type { Part } from '../kind.ts';
import { once } from '../once.ts';
import { type Judgement, judge } from './checks/judge.ts';
import { type Decoded, decode, timestampOf } from './decode/decode.ts';

/** One conversation file, decoded and judged when first asked. */
export interface Opened {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  /** Null for a part without bytes: a folder of that name, or a file that could not be read. */
  decoded(): Decoded | null;
  judgement(): Judgement | null;
}

/** Opens a part of the role `conversation` or `archived`; nothing is decoded yet. */
export function open(part: Part): Opened {
  const decoded = once(() => (part.bytes === null ? null : decode(part.bytes)));
  const judgement = once(() => {
    const document = decoded();
    return document === null ? null : judge(document);
  });
  const state = part.role === 'archived' ? 'archived' : 'active';
  return { part, state, decoded, judgement };
}

/** fnord's sort key for a file, null where it finds none. */
export function timeOf({ decoded }: Opened): number | null {
  const document = decoded();
  return document === null ? null : timestampOf(document);
}
