import { KEPT_TEXT, OLD_FOLDER_TEXT, remarksBy } from '../decision.ts';
import { ownHome } from '../engine/layout.ts';
import type { KindInfo } from '../kind.ts';
import { placeCopilot, recogniseCopilot } from './layout/layout.ts';

/** GitHub Copilot CLI's sessions, as the program takes them: docs/formats/copilot.md. */
export const copilotInfo: KindInfo = {
  name: 'copilot',
  formats: ['copilot'],
  targets: ['copilot'],
  reasons: async () => (await import('./list/reasons.ts')).copilotReasons,
  layout: {
    homes: (around) => ownHome(around, 'COPILOT_HOME', '.copilot'),
    recognise: recogniseCopilot,
    place: placeCopilot,
    settings: 'settings.json',
    hasOwnProjects: () => true,
    rootName: (shape) => (shape === 'home' ? '.copilot' : null),
  },
  remarks: remarksBy({
    rehome: [OLD_FOLDER_TEXT],
    delete: [KEPT_TEXT, 'Its questions and answers stay in session-store.db, as after a delete by the program.'],
  }),
};
