import { KEPT_TEXT, OLD_FOLDER_TEXT, remarksBy } from '../decision.ts';
import type { KindInfo } from '../kind.ts';
import {
  claudeHomes,
  claudeProjectsAt,
  claudeProjectsEnding,
  claudeSettings,
  placeClaude,
  recogniseClaude,
} from './layout/layout.ts';

/** Claude Code's sessions, as the program takes them: docs/formats/claude.md. */
export const claudeInfo: KindInfo = {
  name: 'claude',
  formats: ['claude'],
  targets: ['claude'],
  listed: ['session', 'archived-session', 'misnamed', 'archived-misnamed', 'nested'],
  rows: async (scope) => (await import('./list/rows.ts')).claudeRows(scope),
  reasons: async () => (await import('./list/reasons.ts')).claudeReasons,
  layout: {
    homes: claudeHomes,
    otherData: claudeSettings,
    recognise: recogniseClaude,
    place: placeClaude,
    settings: 'settings.json',
    projectsAt: claudeProjectsAt,
    projectsEnding: claudeProjectsEnding,
  },
  remarks: remarksBy({
    archive: [
      'Archived sessions of Claude Code are in `archive` beside `projects`, where its retention does not look.',
    ],
    rehome: [OLD_FOLDER_TEXT],
    delete: [KEPT_TEXT],
    fork: ['Subagents, tool results and file history stay with the source.'],
  }),
  traces: async () => (await import('./list/traces.ts')).claudeTraces,
};
