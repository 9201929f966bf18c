import type { WholeKind } from '../kind.ts';
import { decide } from './change/decide.ts';
import { face } from './face.ts';
import { planRules } from './plan-rules.ts';
import { begin } from './session.ts';

/** fnord, with all that judges and changes its stores. */
export const fnord: WholeKind = {
  ...face,
  planRules,
  begin: async (scope) => begin(scope, decide),
};
