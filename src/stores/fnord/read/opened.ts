import { SMALL } from '../../engine/draft.ts';
import type { Part, Scope, Unit } from '../../kind.ts';
import { type FnordJudgement, judgeFnord } from '../checks/judge.ts';
import { type DecodedFnord, decodeFnord, timestampOf } from './decode.ts';

export interface Read {
  readonly document: DecodedFnord;
  readonly judgement: FnordJudgement;
  readonly edited: (bytes: Uint8Array) => Read;
}

/** Edited files of a scope. Keeps the last small one: a preview opens it again, as a part of its unit. */
export class EditedFiles {
  #latest: Read | null = null;

  readonly read = (bytes: Uint8Array): Read => {
    const document = decodeFnord(bytes);
    const read = { document, judgement: judgeFnord(document), edited: this.read };
    this.#latest = bytes.length > SMALL ? null : read;
    return read;
  };

  /** Null for other bytes. */
  find(bytes: Uint8Array): Read | null {
    return this.#latest?.document.bytes === bytes ? this.#latest : null;
  }
}

/** One conversation file, decoded and judged on demand. A class: closures for many files cost more than their work. */
export class OpenedFnord {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  readonly edited: EditedFiles;
  #document: DecodedFnord | null | undefined;
  #judgement: FnordJudgement | undefined;

  constructor(part: Part, edited: EditedFiles) {
    this.part = part;
    this.edited = edited;
    this.state = part.role === 'archived' ? 'archived' : 'active';
  }

  /** Null for a folder, or a file that could not be read. */
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
    const known = this.edited.find(bytes);
    this.#judgement = known?.judgement;
    return known === null ? decodeFnord(bytes) : known.document;
  }
}

/** fnord's sort key; null where it finds none. */
export function fnordTime(opened: OpenedFnord): number | null {
  const document = opened.decoded();
  return document === null ? null : timestampOf(document);
}

export interface OpenedFnordUnit {
  readonly unit: Unit;
  readonly scope: Scope;
  readonly files: readonly OpenedFnord[];
  /** The active conversation, or a folder of its name. */
  readonly active: OpenedFnord | null;
  readonly archived: OpenedFnord | null;
}

/** fnord's sort key of the active conversation, 0 where it finds none. Null without such a file. */
export function sortKey({ active }: Pick<OpenedFnordUnit, 'active'>): number | null {
  return active === null ? null : (fnordTime(active) ?? 0);
}
