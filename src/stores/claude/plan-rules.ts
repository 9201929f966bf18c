import type { PlanRules } from '../plan-rules.ts';

/** What plans for sessions may hold: sessions, and the folders of companions beside them. */
export const claudePlanRules: PlanRules = {
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
    fork: { create: ['session'] },
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
