import { KEPT_TEXT, OLD_FOLDER_TEXT, remarksBy } from '../decision.ts';
import { folderHash } from '../engine/layout.ts';
import type { KindInfo } from '../kind.ts';
import { PROJECTS, placeQwen, projectName, qwenHomes, recogniseQwen, SESSIONS, TMP } from './layout/layout.ts';

/** Qwen Code's sessions, as the program takes them: docs/formats/qwen.md. */
export const qwenInfo: KindInfo = {
  name: 'qwen',
  formats: ['qwen', 'qwen-checkpoint'],
  targets: ['qwen'],
  traces: async () => (await import('./list/traces.ts')).qwenTraces,
  reasons: async () => (await import('./list/reasons.ts')).qwenReasons,
  layout: {
    homes: qwenHomes,
    recognise: recogniseQwen,
    place: placeQwen,
    settings: 'settings.json',
    projectsAt: (folder, _, list) => [
      ...list(PROJECTS).filter((name) => name === projectName(folder)),
      ...list(TMP).filter((name) => name === folderHash(folder)),
    ],
    projectsEnding: (name, list) => list(PROJECTS).filter((each) => each.endsWith(projectName(`/${name}`))),
    rootName: (shape) => (shape === 'home' ? '.qwen' : null),
  },
  conversationsIn: (parts) => parts.filter(({ role }) => SESSIONS.includes(role)).length,
  remarks: remarksBy({
    rehome: [OLD_FOLDER_TEXT],
    fork: ['Copies of edited files stay with the source.'],
    delete: [KEPT_TEXT],
  }),
};
