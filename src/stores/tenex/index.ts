import type { WholeKind } from '../kind.ts';
import type { PlanRules } from '../plan-rules.ts';
import { close, decide } from './change/decide.ts';
import { scopeFindings } from './checks/scope-findings.ts';
import { fileFindings, unitFindings } from './checks/unit-findings.ts';
import { decode } from './decode/decoded.ts';
import { loadSignatures } from './decode/events/event.ts';
import { face } from './face.ts';
import { isSafeId } from './layout/layout.ts';
import { harmOf, putBack } from './put-back.ts';
import { laterMessages } from './read/later.ts';
import { begin } from './session.ts';

const FILES = ['conversation', 'archived'];

/** What plans for TENEX stores may hold: conversations, their index, and temporary files. */
const planRules: PlanRules = {
  output: {
    path: (id) => (isSafeId(id) ? `${id}.json` : null),
    isWritten: (bytes) => laterMessages(decode(bytes)) !== null,
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
  ...face,
  planRules,
  putBack,
  harmOf,
  begin: async (scope) => {
    if (scope.signatures) await loadSignatures();
    return begin(scope, { fileFindings, unitFindings, scopeFindings, decide, close });
  },
};
