import type { WholeKind } from '../kind.ts';
import { close } from './change/close.ts';
import { decide } from './change/decide.ts';
import { face } from './face.ts';
import { planRules } from './plan-rules.ts';
import { putBack } from './put-back.ts';
import { begin } from './session.ts';

/** Rao, with all that judges and changes its stores. */
export const rao: WholeKind = {
  ...face,
  planRules,
  putBack,
  begin: async (scope) => begin(scope, decide, close),
};
