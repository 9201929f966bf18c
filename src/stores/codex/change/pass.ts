import type { Edit } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { RangePass } from '../../engine/range-passes.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { RolloutFile } from '../read/rollout-file.ts';

/** A rollout as some passes left it. */
export interface HealingRollout {
  readonly file: RolloutFile;
  readonly source: Source;
  /** The folder that was given for a thread that names none; null for none. */
  readonly cwd: string | null;
}

/** Heals some codes, all in one go. */
export type CodexPass = RangePass<HealingRollout, FileFinding>;

/** A copy of some bytes, because the next slice may take the same room. */
export function bytesAt(source: Source, at: number, length: number): Buffer {
  return Buffer.from(new Uint8Array(source.slice(at, length)));
}

/** An edit that puts a text in the place of some bytes. */
export function replacing(at: number, remove: number, text: string | Uint8Array): Edit {
  return { at, remove, insert: typeof text === 'string' ? Buffer.from(text) : text };
}
