import type { Code } from '../../../../model/findings.ts';
import type { Step } from '../../../../model/plan.ts';
import type { TenexDocument } from '../../document.ts';

/** Leftovers of one id on their way out. */
export interface Cleared {
  readonly path: string | null;
  readonly steps: readonly Step[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

const NOTHING: Cleared = { path: null, steps: [], codes: [], notes: [] };

/** Moves the temporary files of a conversation that TENEX can load into the journal; of another they may be all that is left. */
export function clearLeftovers({ unit }: TenexDocument, only: readonly string[] | null, loads: boolean): Cleared {
  const rests = unit.parts.filter(({ role, type }) => role === 'temporary' && type === 'file');
  if (!loads || rests.length === 0 || !(only?.includes('TX401') ?? true)) return NOTHING;
  return {
    path: rests[0]?.path ?? null,
    steps: rests.map((part): Step => ({ do: 'remove', what: 'file', path: part.path, was: part.print() })),
    codes: ['TX401'],
    notes: rests.map(
      ({ path }) => `${path} is a temporary file of a conversation that is whole: goes into the journal`,
    ),
  };
}
