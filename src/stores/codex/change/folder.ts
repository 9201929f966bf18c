/** Why a thread is left as it is: no folder is invented. */
export const NO_FOLDER = 'names its folder nowhere: give the one that it was in with --cwd DIR';
