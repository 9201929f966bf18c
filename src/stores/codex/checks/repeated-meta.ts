import { sourceOf } from '../../../codecs/json/value.ts';
import { atByte, type FileFinding } from '../../file-finding.ts';
import type { Entry } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';

/** A later record that names the thread as the first one does. `isEqual`: their payloads have equal bytes. */
export interface RepeatedMeta {
  readonly line: Entry['line'];
  readonly isEqual: boolean;
}

/**
 * Finds records that name a thread after records for the model. When the program goes on with a paginated thread, it reads backwards to the
 * first such record and sends nothing of what is before. A subagent has its parent's record before all of them.
 */
export class RepeatedMetas {
  #first: Buffer | null = null;
  #isSaid = false;

  take({ shape, type, payload, line }: Entry): RepeatedMeta | null {
    if (shape !== 'record') return null;
    this.#isSaid ||= SENT.has(type);
    if (type !== 'session_meta' || payload === null) return null;
    const bytes = sourceOf(payload);
    if (this.#isSaid) return { line, isEqual: this.#first?.equals(bytes) === true };
    this.#first ??= Buffer.from(bytes);
    return null;
  }
}

const SENT: ReadonlySet<string | null> = new Set(['response_item', 'compacted']);

export function repeatedMetaFindings(file: RolloutFile) {
  const metas = file.head().meta?.mode === 'paginated' ? new RepeatedMetas() : null;
  return {
    take: (entry: Entry): readonly FileFinding[] | null => {
      const found = metas?.take(entry) ?? null;
      if (found === null) return null;
      const { line, isEqual } = found;
      return [
        isEqual
          ? atByte('CX211', line.at, 'has its first record again')
          : atByte('CX212', line.at, 'has a record that names a thread behind its messages'),
      ];
    },
    *end(): Generator<FileFinding> {},
  };
}
