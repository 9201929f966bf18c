import type { PlanRules } from '../plan-rules.ts';

const NAMES = ['names', 'archive-names'];

/** What plans for Rao stores may hold: conversation folders, the files in them, and the two tables of names. */
export const planRules: PlanRules = {
  // Both places of a conversation are folders of one name; only the way to them differs.
  refine: (path, role) => (role === 'folder' && /(?:^|\/)archive\/[^/]+$/.test(path) ? 'archived' : role),
  verbs: {
    heal: { edit: ['*', ...NAMES], move: [['plots', 'plots']], remove: ['*', 'folder', 'archived'] },
    migrate: { edit: ['*'] },
    fork: {
      plant: [
        ['folder', 'folder'],
        ['archived', 'folder'],
      ],
      edit: NAMES,
      create: NAMES,
    },
    archive: { move: [['folder', 'archived']], edit: NAMES, create: NAMES },
    restore: {
      move: [['archived', 'folder']],
      plant: [['archived', 'folder']],
      remove: ['archived'],
      edit: NAMES,
      create: NAMES,
    },
    delete: { remove: ['folder', 'archived'], edit: NAMES, create: NAMES },
  },
};
