import { spanOf, type Value } from '../../../codecs/json/value.ts';

import type { Code } from '../../../model/finding.ts';

export interface FnordFinding {
  readonly code: Code;
  readonly where: Value | null;
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** True when it alone makes fnord refuse the file. */
  readonly refuses: boolean;
  readonly detail: string;
  readonly expected?: string;
  readonly count?: number;
}

/** A finding on a value for which fnord refuses the file. */
export function refusal(code: Code, where: Value, detail: string): FnordFinding {
  return { code, where, offset: spanOf(where).start, refuses: true, detail };
}

/** A finding on bytes, or a value in them, for which fnord refuses the file. */
export function fault(code: Code, offset: number, detail: string, where: Value | null = null): FnordFinding {
  return { code, where, offset, refuses: true, detail };
}

/** A finding on an odd value in a file that fnord reads. */
export function remark(code: Code, where: Value, detail: string): FnordFinding {
  return { code, where, offset: spanOf(where).start, refuses: false, detail };
}
