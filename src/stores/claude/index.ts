import type { WholeKind } from '../kind.ts';
import { decide } from './change/decide.ts';
import { judge } from './checks/judge.ts';
import { face } from './face.ts';
import { planRules } from './plan-rules.ts';
import { begin } from './session.ts';

/** Claude Code, with all that judges and changes its stores. */
export const claude: WholeKind = {
  ...face,
  planRules,
  begin: async (scope) => begin(scope, judge, decide),
};
