import type { WholeKind } from '../kind.ts';
import { decideClaude } from './change/decide.ts';
import { judgeClaude } from './checks/judge.ts';
import { claudeFace } from './face.ts';
import { claudePlanRules } from './plan-rules.ts';
import { beginClaude } from './session.ts';

/** Claude Code, with all that judges and changes its stores. */
export const claude: WholeKind = {
  ...claudeFace,
  planRules: claudePlanRules,
  begin: async (scope) => beginClaude(scope, judgeClaude, decideClaude),
};
