import { KEPT_TEXT, OLD_FOLDER_TEXT, remarksBy } from '../decision.ts';
import type { KindInfo } from '../kind.ts';
import { ARCHIVE, piHomes, placePi, projectName, recognisePi, SESSIONS } from './layout/layout.ts';

/** Pi's sessions, as the program takes them: docs/formats/pi.md. */
export const piInfo: KindInfo = {
  name: 'pi',
  formats: ['pi'],
  targets: ['pi'],
  reasons: async () => (await import('./list/reasons.ts')).piReasons,
  layout: {
    homes: piHomes,
    recognise: recognisePi,
    place: placePi,
    settings: 'settings.json',
    hasOwnProjects: ({ shape }) => shape !== 'home',
    projectsAt: (folder, _, list) => projectsIn(list).filter((name) => name === projectName(folder)),
    projectsEnding: (name, list) =>
      projectsIn(list).filter((each) => each.endsWith(projectName(`-${name}`).slice('--'.length))),
  },
  remarks: remarksBy({ rehome: [OLD_FOLDER_TEXT], delete: [KEPT_TEXT] }),
};

function projectsIn(list: (path: string) => readonly string[]): string[] {
  return [...new Set([...list(SESSIONS), ...list(ARCHIVE)])];
}
