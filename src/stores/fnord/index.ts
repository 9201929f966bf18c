import type { WholeKind } from '../kind.ts';
import { decideFnord } from './change/decide.ts';
import { fnordFace } from './face.ts';
import { fnordPlanRules } from './plan-rules.ts';
import { beginFnord } from './session.ts';

/** fnord, with all that judges and changes its stores. */
export const fnord: WholeKind = {
  ...fnordFace,
  planRules: fnordPlanRules,
  begin: async (scope) => beginFnord(scope, decideFnord),
};
