import { SMALL } from '../../engine/draft.ts';
import type { Part, Scope, Unit } from '../../kind.ts';
import { type FnordJudgement, judgeFnord } from '../checks/judge.ts';
import { type DecodedFnord, decodeFnord, timestampOf } from './decode.ts';

/** A file, decoded and judged: as it was read, or as some passes left it. */
export interface Read {
  readonly document: DecodedFnord;
  readonly judgement: FnordJudgement;
}

/** The small file that was read last as edits made it: it is opened once more, as a part of its unit, and not decoded again. */
let latest: Read | null = null;

/** What edits made of a file, decoded and judged. */
export function readOf(bytes: Uint8Array): Read {
  const document = decodeFnord(bytes);
  const read = { document, judgement: judgeFnord(document) };
  latest = bytes.length > SMALL ? null : read;
  return read;
}

/**
 * One conversation file: a part of the role `conversation` or `archived`, decoded and judged when first asked. A class, because
 * closures for each of many files cost more than what they work out.
 */
export class OpenedFnord {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  #document: DecodedFnord | null | undefined;
  #judgement: FnordJudgement | undefined;

  constructor(part: Part) {
    this.part = part;
    this.state = part.role === 'archived' ? 'archived' : 'active';
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
    if (bytes === null) return null;
    if (latest?.document.bytes !== bytes) return decodeFnord(bytes);
    this.#judgement = latest.judgement;
    return latest.document;
  }
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
