import type { Ask, Kind } from '../../stores/kind.ts';
import type { SurveyOptions } from '../survey/survey-event.ts';

export interface DecideOptions {
  readonly ask: Ask;
  readonly survey: SurveyOptions;
  /** Only conversations last changed at or before this, in Unix seconds; null for all. */
  readonly lastChangedBy: number | null;
  /** An output folder, absolute and real; null to change the store. */
  readonly output: string | null;
  /** Make changes that bring a new error, too, and name it. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

/**
 * True if errors are previewed after the whole scope. Heal and migrate change conversations beside an index
 * independently, and repair it afterwards.
 */
export function previewsErrors({ coupling }: Kind, { ask: { verb }, output }: DecideOptions): boolean {
  if (output !== null) return false;
  return coupling === 'scope' || (coupling === 'index' && verb !== 'heal' && verb !== 'migrate');
}
