import { remarksBy } from '../decision.ts';
import { CHECKPOINT } from '../engine/layout.ts';
import type { KindInfo } from '../kind.ts';
import { geminiHomes, geminiProjectsAt, placeGemini, recogniseGemini, SESSIONS } from './layout/layout.ts';

/** Gemini CLI's sessions, as the program takes them: docs/formats/gemini.md. */
export const geminiInfo: KindInfo = {
  name: 'gemini',
  formats: ['gemini-a', 'gemini-b', 'gemini-c', 'gemini-checkpoint'],
  targets: ['gemini-c'],
  entries: async () => (await import('./change/shared-entries.ts')).geminiEntries,
  traces: async () => (await import('./list/traces.ts')).geminiTraces,
  reasons: async () => (await import('./list/reasons.ts')).geminiReasons,
  layout: {
    homes: geminiHomes,
    recognise: recogniseGemini,
    place: placeGemini,
    settings: 'settings.json',
    projectsAt: geminiProjectsAt,
    rootName: (shape) => (shape === 'home' ? '.gemini' : null),
  },
  conversationsIn: (parts) => parts.filter(({ role }) => role === CHECKPOINT || SESSIONS.includes(role)).length,
  remarks: remarksBy({
    archive: ['Archived sessions of Gemini CLI are in `archive` beside `tmp`, where it neither looks nor deletes.'],
    delete: ['`logs.json` beside the sessions keeps what was asked in them.'],
  }),
};
