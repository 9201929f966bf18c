import type { Part, Scope, Unit } from '../kind.ts';
import { type FnordJudgement, judgeFnord } from './checks/judge.ts';
import { type DecodedFnord, decodeFnord, timestampOf } from './decode/decode.ts';

/** The file that a session edited last, as it would be: it is opened once more, as a part of its unit, and not decoded again. */
export interface Remade {
  last: { readonly document: DecodedFnord; readonly judgement: FnordJudgement } | null;
}

/**
 * One conversation file: a part of the role `conversation` or `archived`, decoded and judged when first asked. A class, because
 * closures for each of many files cost more than what they work out.
 */
export class OpenedFnord {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  readonly #remade: Remade;
  #document: DecodedFnord | null | undefined;
  #judgement: FnordJudgement | undefined;

  constructor(part: Part, remade: Remade) {
    this.part = part;
    this.state = part.role === 'archived' ? 'archived' : 'active';
    this.#remade = remade;
  }

  /** Null for a part without bytes: a folder of that name, or a file that could not be read. */
  decoded(): DecodedFnord | null {
    if (this.#document === undefined) this.#document = this.#decode();
    return this.#document;
  }

  judgement(): FnordJudgement | null {
    const document = this.decoded();
    if (document === null) return null;
    this.#judgement ??= judgeFnord(document);
    return this.#judgement;
  }

  #decode(): DecodedFnord | null {
    const { bytes } = this.part;
    const { last } = this.#remade;
    if (bytes === null) return null;
    if (last === null || !isSame(last.document.bytes, bytes)) return decodeFnord(bytes);
    this.#judgement = last.judgement;
    return last.document;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && Buffer.compare(a, b) === 0);
}

/** fnord's sort key for a file, null where it finds none. */
export function fnordTime(opened: OpenedFnord): number | null {
  const document = opened.decoded();
  return document === null ? null : timestampOf(document);
}

/** Everything that fnord has of one id, opened. */
export interface OpenedFnordUnit {
  readonly unit: Unit;
  readonly scope: Scope;
  readonly files: readonly OpenedFnord[];
  /** The conversation in the folder, or a folder of that name. */
  readonly active: OpenedFnord | null;
  /** The one in our archive. */
  readonly archived: OpenedFnord | null;
}

/** fnord's sort key for the active conversation, 0 where it finds none; null when there is no such file. */
export function sortKey({ active }: Pick<OpenedFnordUnit, 'active'>): number | null {
  return active === null ? null : (fnordTime(active) ?? 0);
}
