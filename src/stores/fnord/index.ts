import type { WholeKind } from '../kind.ts';
import type { PlanRules } from '../plan-rules.ts';
import { fnordVerbs } from './change/decide.ts';
import { fnordFace } from './face.ts';
import { conversationLock, indexLock, lockBeside } from './layout/layout.ts';
import { beginFnord } from './session.ts';

const FILES = ['conversation', 'archived'];
const ENTRIES = ['index-other/', 'archived-index-other/'];

/** What plans for fnord stores may hold: conversations, their index entries, and what was left behind beside them. */
const fnordPlanRules: PlanRules = {
  lock: {
    roles: FILES,
    of: conversationLock,
    others: (site, scope, id) => [indexLock(site, scope, id)],
    shared: (role, path) => (role === 'settings' ? lockBeside(path) : null),
  },
  // Shell commands that fnord runs without asking.
  hazards: ['FN176'],
  verbs: {
    heal: {
      edit: FILES,
      remove: ['temporary', 'lock', 'lock-rest', 'index-other/'],
      move: [['index-other/', 'archived-index-other/']],
    },
    migrate: { edit: FILES },
    fork: {
      copy: [
        ['conversation', 'conversation'],
        ['archived', 'conversation'],
      ],
    },
    archive: {
      move: [
        ['conversation', 'archived'],
        ['index-other/', 'archived-index-other/'],
      ],
    },
    restore: {
      move: [
        ['archived', 'conversation'],
        ['archived-index-other/', 'index-other/'],
      ],
    },
    delete: { remove: [...FILES, ...ENTRIES] },
    rehome: { edit: ['settings'] },
  },
};

/** fnord, with all that judges and changes its stores. */
export const fnord: WholeKind = {
  ...fnordFace,
  planRules: fnordPlanRules,
  begin: async (scope) => beginFnord(scope, fnordVerbs),
};
