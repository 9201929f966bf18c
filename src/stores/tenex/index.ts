import type { WholeKind } from '../kind.ts';
import { close } from './change/close.ts';
import { decide } from './change/decide.ts';
import { fileFindings } from './checks/file-findings.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { unitFindings } from './checks/unit-findings.ts';
import { loadSignatures } from './decode/events/signature.ts';
import { face } from './face.ts';
import { planRules } from './plan-rules.ts';
import { putBack } from './put-back.ts';
import { begin } from './session.ts';

/** TENEX, with all that judges and changes its stores. */
export const tenex: WholeKind = {
  ...face,
  planRules,
  putBack,
  begin: async (scope) => {
    if (scope.signatures) await loadSignatures();
    return begin(scope, { fileFindings, unitFindings, scopeFindings, decide, close });
  },
};
