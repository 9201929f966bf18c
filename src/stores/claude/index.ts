import type { WholeKind } from '../kind.ts';
import type { PlanRules } from '../plan-rules.ts';
import { decideClaude } from './change/decide.ts';
import { judgeClaude } from './checks/judge.ts';
import { claudeFace } from './face.ts';
import { beginClaude } from './session.ts';

/** What plans for sessions may hold: sessions, and the folders of companions beside them. */
const claudePlanRules: PlanRules = {
  verbs: {
    heal: { edit: ['session'] },
    rename: { edit: ['session'] },
    tag: { edit: ['session'] },
    rehome: {
      edit: ['session', 'agent'],
      elsewhere: [
        ['session', 'session'],
        ['companions', 'companions'],
        ['memory', 'memory'],
      ],
      remove: ['session', 'companions'],
    },
    fork: {
      create: ['session'],
      copy: [
        ['session', 'session'],
        ['archived-session', 'session'],
      ],
    },
    archive: {
      move: [
        ['session', 'archived-session'],
        ['companions', 'archived-companions'],
      ],
    },
    restore: {
      move: [
        ['archived-session', 'session'],
        ['archived-companions', 'companions'],
      ],
    },
    delete: { remove: ['session', 'archived-session', 'companions', 'archived-companions'] },
  },
};

/** Claude Code, with all that judges and changes its stores. */
export const claude: WholeKind = {
  ...claudeFace,
  planRules: claudePlanRules,
  begin: async (scope) => beginClaude(scope, judgeClaude, decideClaude),
};
