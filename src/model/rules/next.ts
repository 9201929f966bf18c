// What to type next, as rows and reasons say it: ID, PATH, NAME and RUN are filled in where they are known.

export const HEAL = 'convo heal ID --dry-run';
export const LOSSY = 'convo heal ID --lossy --dry-run';
export const HEAL_ALL = 'convo heal --dry-run';
export const LOSSY_ALL = 'convo heal --lossy --dry-run';
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
