// What to type next, as rows and reasons say it: ID, PATH, NAME and RUN are filled in where they are known.

export const HEAL = 'convo heal ID --dry-run';
export const LOSSY = 'convo heal ID --lossy --dry-run';
export const HEAL_ALL = 'convo heal --dry-run';
export const LOSSY_ALL = 'convo heal --lossy --dry-run';
export const HEAL_TITLE = 'convo heal ID --only CL304 --dry-run';
export const SHOW = 'convo show ID';
export const RAW = 'convo show ID --raw';
export const SHOW_ALL = 'convo show ID --all';
export const COMPANIONS = 'convo show ID --companions';
export const EVERYTHING = 'convo show ID --everything';
export const LIST_ALL = 'convo list --all';
export const VERIFY = 'convo verify ID';
export const MIGRATE = 'convo migrate ID --dry-run';
export const LS = 'ls -l PATH';
export const READLINK = 'readlink PATH';
export const FNORD_INDEX = 'fnord index';
export const LIST = 'convo list';
export const LIST_PROJECT = 'convo list --project NAME';
export const NEW_SEAL = 'convo seal --output FILE writes a new seal';
export const RUNS = 'convo runs';
export const MAP_PHASE = 'convo heal ID --map-phase OLD=NEW --dry-run';
export const GIVE_PHASE = 'convo migrate ID --phase NAME --dry-run';

/** Is it a heal, which may not be possible. */
export function isHeal(next: string): boolean {
  return [HEAL, LOSSY, HEAL_ALL, LOSSY_ALL, HEAL_TITLE].includes(next);
}

/** Is a next command one that asks for a word of the person. */
export function asksForWord(next: string): boolean {
  return next === MAP_PHASE || next === GIVE_PHASE;
}

/** Is it a way out of its own: a migration, or a command that asks for a word. */
export function isOwnWay(next: string): boolean {
  return next === MIGRATE || asksForWord(next);
}
