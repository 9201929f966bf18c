import { harmOfHeld, putBackHeld } from '../engine/put-back.ts';
import type { WholeKind } from '../kind.ts';
import { closeTenex, decideTenex } from './change/decide.ts';
import { putBackTenex, tenexHarmOf } from './change/put-back.ts';
import { tenexScopeFindings } from './checks/scope-findings.ts';
import { tenexFileFindings, tenexUnitFindings } from './checks/unit-findings.ts';
import { tenexInfo } from './info.ts';
import { loadSignatures } from './read/events/signatures.ts';
import { beginTenex } from './session.ts';

/** TENEX, with all that judges and changes its stores. */
export const tenex: WholeKind = {
  ...tenexInfo,
  putBack: putBackHeld(putBackTenex),
  harmOf: harmOfHeld(tenexHarmOf),
  begin: async (scope) => {
    if (scope.signatures) await loadSignatures();
    return beginTenex(scope, {
      fileFindings: tenexFileFindings,
      unitFindings: tenexUnitFindings,
      scopeFindings: tenexScopeFindings,
      decide: decideTenex,
      close: closeTenex,
    });
  },
};
