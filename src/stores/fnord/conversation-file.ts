import type { Part } from '../../model/part.ts';
import { type FnordJudgement, judgeFnord } from './checks/judge.ts';
import { type DecodedFnord, decodeFnord, timestampOf } from './read/decode.ts';

export interface DecodedAndJudged {
  readonly document: DecodedFnord;
  readonly judgement: FnordJudgement;
}

export function decodeAndJudge(bytes: Uint8Array): DecodedAndJudged {
  const document = decodeFnord(bytes);
  return { document, judgement: judgeFnord(document) };
}

/** One conversation file, decoded and judged on demand. A class: closures for many files cost more than their work. */
export class FnordFile {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  #document: DecodedFnord | null | undefined;
  #judgement: FnordJudgement | undefined;

  constructor(part: Part) {
    this.part = part;
    this.state = part.role === 'archived' ? 'archived' : 'active';
  }

  /** Null for a folder, or a file that could not be read. */
  decoded(): DecodedFnord | null {
    const { bytes } = this.part;
    if (this.#document === undefined) this.#document = bytes === null ? null : decodeFnord(bytes);
    return this.#document;
  }

  judgement(): FnordJudgement | null {
    const document = this.decoded();
    if (document === null) return null;
    this.#judgement ??= judgeFnord(document);
    return this.#judgement;
  }
}

/** fnord's sort key; null where it finds none. */
export function fnordTime(opened: FnordFile): number | null {
  const document = opened.decoded();
  return document === null ? null : timestampOf(document);
}

/** fnord's sort key of the active conversation, 0 where it finds none. Null without such a file. */
export function sortKey({ active }: { readonly active: FnordFile | null }): number | null {
  return active === null ? null : (fnordTime(active) ?? 0);
}
