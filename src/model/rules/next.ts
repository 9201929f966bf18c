// Next commands of rows and reasons: ID, PATH, NAME, PHASE and RUN are filled in where they are known.

import { convo, ID, NAME, type NextCommand, OLD, PATH, PHASE, shell, TARGET } from '../command.ts';
import { isNextCommand, type Sentence } from '../sentence.ts';

export const HEAL = convo`heal ${ID} --dry-run`;
export const LOSSY = convo`heal ${ID} --lossy --dry-run`;
export const HEAL_ALL = convo`heal --dry-run`;
export const LOSSY_ALL = convo`heal --lossy --dry-run`;
export const HEAL_TITLE = convo`heal ${ID} --only CL304 --dry-run`;
export const SHOW = convo`show ${ID}`;
export const SHOW_AGENT = convo`show ${ID} --agent ${NAME}`;
export const RAW = convo`show ${ID} --raw`;
export const SHOW_ALL = convo`show ${ID} --all`;
export const COMPANIONS = convo`show ${ID} --companions`;
export const EVERYTHING = convo`show ${ID} --everything`;
export const LIST_ALL = convo`list --all`;
export const VERIFY = convo`verify ${ID}`;
export const WHY = convo`why ${ID}`;
export const REHOME = convo`rehome ${OLD} NEW`;
export const RESTORE = convo`restore ${ID}`;
export const DELETE = convo`delete ${ID} --dry-run`;
export const MIGRATE = convo`migrate ${ID} --dry-run`;
export const LS = shell`ls -l ${PATH}`;
export const READLINK = shell`readlink ${PATH}`;
export const FNORD_INDEX = shell`fnord index`;
export const LIST = convo`list`;
export const LIST_TARGET = convo`list ${TARGET}`;
export const LIST_PROJECT = convo`list --project ${NAME}`;
export const SEAL = convo`seal --output FILE`;
export const NEW_SEAL: Sentence = [SEAL, ' writes a new seal'];
export const RUNS = convo`runs`;
export const MAP_PHASE = convo`heal ${ID} --map-phase OLD=NEW --dry-run`;
export const GIVE_PHASE = convo`migrate ${ID} --phase ${PHASE} --dry-run`;

/** Heals, which may not be possible. */
export const HEALS: readonly Sentence[] = [HEAL, LOSSY, HEAL_ALL, LOSSY_ALL, HEAL_TITLE];

/** Is it a heal that has to be asked for by its code. */
export function isHealByName(next: Sentence): boolean {
  return isNextCommand(next) && next.words[0] === 'heal' && next.words.includes('--only');
}

/** Commands that ask for a word of the person. */
export const ASKING: readonly NextCommand[] = [MAP_PHASE, GIVE_PHASE];

/** Ways out of their own: a migration, and the commands that ask for a word. */
export const OWN_WAYS: readonly NextCommand[] = [MIGRATE, ...ASKING];
