import type { Sentence } from '../../model/command.ts';
import { type Ask, KEPT_TEXT } from '../decision.ts';
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
    beside: claudeSettings,
    recognise: recogniseClaude,
    place: placeClaude,
    settings: 'settings.json',
    projectsAt: claudeProjectsAt,
    projectsEnding: claudeProjectsEnding,
  },
  remarks: claudeRemarks,
  traces: async () => (await import('./list/traces.ts')).claudeTraces,
};

function claudeRemarks(ask: Ask): Sentence[] {
  if (ask.verb === 'archive')
    return ["Archived sessions are in `archive` beside `projects`, where the program's retention does not look."];
  if (ask.verb === 'rehome') return ['What messages, memory and tool results say of the old folder stays as it is.'];
  if (ask.verb === 'delete') return [KEPT_TEXT];
  if (ask.verb === 'fork') return ['Subagents, tool results and file history stay with the source.'];
  return [];
}
