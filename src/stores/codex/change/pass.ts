import type { Source } from '../../../codecs/lines/source.ts';
import type { Refusal } from '../../decided.ts';
import type { FileRepair, RangePass } from '../../engine/passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { RolloutFile } from '../read/rollout-file.ts';

export interface HealingRollout {
  readonly file: RolloutFile;
  readonly source: Source;
  /** The folder that was given for a thread that names none; null for none. */
  readonly cwd: string | null;
  readonly lossy: boolean;
}

export type CodexPass = RangePass<HealingRollout, FileFinding, FileRepair | Refusal | string>;
