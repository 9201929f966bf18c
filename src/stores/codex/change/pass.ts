import type { Edit } from '../../../codecs/edit.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Code } from '../../../model/findings.ts';
import type { FileFinding } from '../../file-finding.ts';
import type { RolloutFile } from '../rollout-file.ts';

/** A rollout as some passes left it, and those of its findings that are to be healed now. */
export interface HealingRollout {
  readonly file: RolloutFile;
  readonly source: Source;
  readonly due: readonly FileFinding[];
}

/** Edits on the bytes, and a sentence for each thing that is lost or guessed. */
export interface CodexRepair {
  readonly edits: readonly Edit[];
  readonly notes: readonly string[];
}

/** Heals some codes, all in one go; a sentence says why it cannot. */
export interface CodexPass {
  readonly codes: readonly Code[];
  repair(rollout: HealingRollout): CodexRepair | string;
}

/** A copy of some bytes, because the next slice may take the same room. */
export function bytesAt(source: Source, at: number, length: number): Buffer {
  return Buffer.from(new Uint8Array(source.slice(at, length)));
}

/** An edit that puts a text in the place of some bytes. */
export function replacing(at: number, remove: number, text: string | Uint8Array): Edit {
  return { at, remove, insert: typeof text === 'string' ? Buffer.from(text) : text };
}
