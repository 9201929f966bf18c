import { printOf } from '../../io/disk/print.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { Code } from '../../model/findings.ts';
import { type Met, type SurveyOptions, survey } from '../survey/survey.ts';
import type { Target } from './judge-change.ts';

/** What is found at one unit, or at the shared files of a scope: under the empty id. */
export interface UnitFacts {
  /** Where each code is found: a path for each finding. */
  readonly found: Map<Code, string[]>;
  readonly conversations: readonly Held[];
}

/** One conversation file, as far as it can be compared with another state of it. */
export interface Held {
  readonly state: 'active' | 'archived';
  readonly readable: boolean;
  /** As the program counts them. */
  readonly messages: number;
  /** A number for each message, the same for the same content; empty where they were not asked for. */
  readonly contents: Float64Array;
}

/** Units by scope and id. */
export type Units = ReadonlyMap<string, UnitFacts>;

/** The key of a unit in `Units`. */
export function unitKey(scope: string | null, id: string | null): string {
  return `${scope ?? ''}\0${id ?? ''}`;
}

/** Reads and judges units on a disk. `contents`: what they hold is to be compared. */
export async function lookAtUnits(
  disk: ReadDisk,
  { kind, site }: Target,
  options: SurveyOptions & { readonly contents: boolean },
): Promise<Units> {
  const units = new Map<string, UnitFacts & { conversations: readonly Held[] }>();
  const unitAt = (scope: string | null, id: string | null) => {
    const key = unitKey(scope, id);
    const unit = units.get(key) ?? { found: new Map(), conversations: [] };
    units.set(key, unit);
    return unit;
  };
  const enter = (scope: string | null, { id, code, path }: { id: string | null; code: Code; path: string }) => {
    const { found } = unitAt(scope, id);
    found.set(code, [...(found.get(code) ?? []), path]);
  };
  for await (const met of survey(disk, [kind], [site], options)) {
    if (met.is === 'finding') enter(met.scope, met.finding);
    if (met.is !== 'document') continue;
    for (const finding of met.document.findings()) enter(met.scope, finding);
    unitAt(met.scope, met.document.id).conversations = heldIn(met, options.contents);
  }
  return units;
}

function heldIn({ document }: Extract<Met, { is: 'document' }>, contents: boolean): Held[] {
  return document.conversations.map(({ state, readable, messages, path }) => ({
    state,
    readable,
    messages: messages ?? 0,
    contents: contents && readable ? contentsOf(document, path) : new Float64Array(),
  }));
}

/** What is said and by whom; places in the file change when others are healed, so they are left out. */
function contentsOf(document: Extract<Met, { is: 'document' }>['document'], path: string): Float64Array {
  const { messages } = document.transcript(path);
  const texts = messages.map(({ role, text, name, arguments: given }) => JSON.stringify([role, text, name, given]));
  return Float64Array.from(texts, (text) => Number.parseInt(printOf(Buffer.from(text)).slice(0, 12), 16));
}
