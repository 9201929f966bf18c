import type { PlanRules } from '../plan-rules.ts';
import { decode } from './decode/decoded.ts';
import { isSafeId } from './layout/layout.ts';
import { laterMessages } from './read/later.ts';

const FILES = ['conversation', 'archived'];

/** What plans for TENEX stores may hold: conversations, their index, and temporary files. */
export const planRules: PlanRules = {
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
  },
};
