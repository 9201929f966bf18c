import { harmOfHeld, putBackHeld } from '../engine/put-back-held.ts';
import type { WholeKind } from '../kind.ts';
import type { PlanRules } from '../plan-rules.ts';
import { closeTenex, decideTenex } from './change/decide.ts';
import { tenexScopeFindings } from './checks/scope-findings.ts';
import { tenexFileFindings, tenexUnitFindings } from './checks/unit-findings.ts';
import { decodeTenex } from './decode/decoded.ts';
import { loadSignatures } from './decode/events/signatures.ts';
import { tenexFace } from './face.ts';
import { isSafeId } from './layout/layout.ts';
import { putBackTenex, tenexHarmOf } from './put-back.ts';
import { laterMessages } from './read/later.ts';
import { beginTenex } from './session.ts';

const FILES = ['conversation', 'archived'];

/** What plans for TENEX stores may hold: conversations, their index, and temporary files. */
const planRules: PlanRules = {
  output: {
    path: (id) => (isSafeId(id) ? `${id}.json` : null),
    isWritten: (bytes) => laterMessages(decodeTenex(bytes)) !== null,
  },
  verbs: {
    heal: {
      edit: [...FILES, 'index'],
      create: ['index'],
      replace: [
        ['conversation', 'archived'],
        ['archived', 'conversation'],
      ],
      remove: [...FILES, 'temporary'],
    },
    migrate: { edit: [...FILES, 'index'] },
    fork: {
      copy: [
        ['conversation', 'conversation'],
        ['archived', 'conversation'],
      ],
      edit: ['index'],
    },
    archive: { move: [['conversation', 'archived']], edit: ['index'] },
    restore: { move: [['archived', 'conversation']], edit: ['index'] },
    delete: { remove: FILES, edit: ['index'] },
    rename: { edit: [...FILES, 'index'] },
  },
};

/** TENEX, with all that judges and changes its stores. */
export const tenex: WholeKind = {
  ...tenexFace,
  planRules,
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
