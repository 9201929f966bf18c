import { digestOf } from '../../io/disk/digest.ts';
import type { Sentence } from '../../model/command.ts';
import { uuidOfHex } from '../../model/ids.ts';
import type { PlanRequest } from '../../model/plan.ts';
import { type Ask, askWith } from '../../stores/decision.ts';
import type { Kind } from '../../stores/kind.ts';
import type { SurveyOptions } from '../survey/survey-options.ts';

export interface DecideOptions {
  readonly ask: Ask;
  readonly survey: SurveyOptions;
  /** Only conversations in which nothing was said after this, in Unix seconds; null for all (`until` in a plan). */
  readonly quietSince: number | null;
  /** A folder, absolute and real; null to change the store. */
  readonly output: string | null;
  /** Make changes that bring a new error, too, and name it. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

export function askOf(verb: Ask['verb'], now: number, { flags, seed }: Pick<PlanRequest, 'flags' | 'seed'>): Ask {
  return askWith(verb, now, flags, seededIds(seed ?? ''));
}

/** UUIDs derived from a seed, which is the first: equal in every run. */
function seededIds(seed: string): () => string {
  let made = 0;
  return () => {
    if (made++ === 0) return seed;
    return uuidOfHex(digestOf(Buffer.from(`${seed} ${made}`)));
  };
}

/**
 * True if errors are previewed after the whole scope. Heal and migrate change conversations beside an index
 * independently, and repair it afterwards.
 */
export function previewsErrors({ coupling }: Kind, { ask: { verb }, output }: DecideOptions): boolean {
  if (output !== null) return false;
  return coupling === 'scope' || (coupling === 'index' && verb !== 'heal' && verb !== 'migrate');
}

export function runRemarks({ remarks }: Pick<Kind, 'remarks'>, ask: Ask, changed: number): readonly Sentence[] {
  return changed === 0 ? [] : (remarks?.(ask, changed) ?? []);
}
