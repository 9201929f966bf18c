import type { View } from '../../model/conversation.ts';
import type { Part } from '../kind.ts';
import { type Decoded, decode, timestampOf } from './decode.ts';
import { type Judgement, judge } from './judge.ts';
import { type Summary, summaryOf } from './summary.ts';

/** One conversation file, decoded and judged when first asked. */
export interface Opened {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  /** Null for a part without bytes: a folder of that name, or a file that could not be read. */
  decoded(): Decoded | null;
  judgement(): Judgement | null;
  view(id: string): View;
}

/** Opens a part of the role `conversation` or `archived`; nothing is decoded yet. */
export function open(part: Part): Opened {
  const decoded = once(() => (part.bytes === null ? null : decode(part.bytes)));
  const judgement = once(() => {
    const document = decoded();
    return document === null ? null : judge(document);
  });
  const state = part.role === 'archived' ? 'archived' : 'active';
  const opened: Opened = { part, state, decoded, judgement, view: (id) => viewOf(opened, id) };
  return opened;
}

function viewOf({ part, state, decoded, judgement }: Opened, id: string): View {
  const document = decoded();
  const readable = () => judgement()?.readable ?? false;
  const timestamp = document === null ? null : timestampOf(document);
  const summary = once((): Summary | null => (document === null || !readable() ? null : summaryOf(document)));
  return {
    id,
    path: part.path,
    format: document?.format ?? null,
    state,
    get readable() {
      return readable();
    },
    timestamp,
    createdAt: null,
    updatedAt: timestamp,
    get title() {
      return summary()?.title ?? null;
    },
    get messages() {
      return summary()?.messages ?? null;
    },
    bytes: part.type === 'folder' ? 0 : part.size,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
