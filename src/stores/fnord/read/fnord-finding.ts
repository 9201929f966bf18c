import { spanOf, type Value } from '../../../codecs/json/value.ts';

import type { Code } from '../../../model/finding.ts';

/** `offset`: bytes from the start of the file. `refuses`: true when it alone makes fnord refuse the file. */
export interface FnordFinding {
  readonly code: Code;
  readonly where: Value | null;
  readonly offset: number;
  readonly refuses: boolean;
  readonly detail: string;
  readonly expected?: string;
  readonly count?: number;
}

/** fnord refuses the file because of this value. */
export function refusal(code: Code, where: Value, detail: string): FnordFinding {
  return { code, where, offset: spanOf(where).start, refuses: true, detail };
}

/** fnord refuses the file because of its bytes, or of a value in them. */
export function fault(code: Code, offset: number, detail: string, where: Value | null = null): FnordFinding {
  return { code, where, offset, refuses: true, detail };
}

/** fnord reads the file although this value is odd. */
export function remark(code: Code, where: Value, detail: string): FnordFinding {
  return { code, where, offset: spanOf(where).start, refuses: false, detail };
}
