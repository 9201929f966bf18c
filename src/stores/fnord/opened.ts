import type { Part, Scope, Unit } from '../kind.ts';
import { once } from '../once.ts';
import { type FnordJudgement, judgeFnord } from './checks/judge.ts';
import { type DecodedFnord, decodeFnord, timestampOf } from './decode/decode.ts';

/** One conversation file, decoded and judged when first asked. */
export interface OpenedFnord {
  readonly part: Part;
  readonly state: 'active' | 'archived';
  /** Null for a part without bytes: a folder of that name, or a file that could not be read. */
  decoded(): DecodedFnord | null;
  judgement(): FnordJudgement | null;
}

/** The file that a session edited last, as it would be: it is opened once more, as a part of its unit, and not decoded again. */
export interface Remade {
  last: { readonly document: DecodedFnord; readonly judgement: FnordJudgement } | null;
}

/** Opens a part of the role `conversation` or `archived`; nothing is decoded yet. */
function open(part: Part, { last }: Remade): OpenedFnord {
  const { bytes } = part;
  const known = once(() => (last !== null && bytes !== null && isSame(last.document.bytes, bytes) ? last : null));
  const decoded = once(() => (bytes === null ? null : (known()?.document ?? decodeFnord(bytes))));
  const judgement = once(() => {
    const document = decoded();
    return document === null ? null : (known()?.judgement ?? judgeFnord(document));
  });
  const state = part.role === 'archived' ? 'archived' : 'active';
  return { part, state, decoded, judgement };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

/** fnord's sort key for a file, null where it finds none. */
export function fnordTime({ decoded }: OpenedFnord): number | null {
  const document = decoded();
  return document === null ? null : timestampOf(document);
}

/** Everything that fnord has of one id, opened. */
export interface OpenedFnordUnit {
  readonly unit: Unit;
  readonly scope: Scope;
  readonly remade: Remade;
  readonly files: readonly OpenedFnord[];
  /** The conversation in the folder, or a folder of that name. */
  readonly active: OpenedFnord | null;
  /** The one in our archive. */
  readonly archived: OpenedFnord | null;
}

/** Opens the conversation files of one id. */
export function openFnordUnit(scope: Scope, unit: Unit, remade: Remade): OpenedFnordUnit {
  const parts = unit.parts.filter(({ role }) => role === 'conversation' || role === 'archived');
  const files = parts.map((part) => open(part, remade));
  const active = files.find(({ state }) => state === 'active') ?? null;
  const archived = files.find(({ state }) => state === 'archived') ?? null;
  return { unit, scope, remade, files, active, archived };
}

/** fnord's sort key for the active conversation, 0 where it finds none; null when there is no such file. */
export function sortKey({ active }: Pick<OpenedFnordUnit, 'active'>): number | null {
  return active === null ? null : (fnordTime(active) ?? 0);
}
