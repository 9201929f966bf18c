const { mkdirSync, statSync } = require('node:fs');
const { isAbsolute, join, sep } = require('node:path');

/**
 * Keeps compiled code from one call to the next, in the user's cache folder: a small list takes a fifth less. Not where that folder is
 * missing, is another user's or others may write in it, nor in a hidden folder, as stores are.
 */
exports.keepCompiled = (Module, { vars, platform, uid = process.getuid?.() ?? null }) => {
  if (vars.NODE_DISABLE_COMPILE_CACHE) return;
  const folder = cacheFolder(vars, platform);
  if (folder === null || !isSafe(folder, uid)) return;
  const own = join(folder, 'convostore');
  try {
    mkdirSync(own, { mode: 0o700, recursive: true });
  } catch {
    return;
  }
  if (!isSafe(own, uid)) return;
  if (typeof Module.enableCompileCache === 'function') return Module.enableCompileCache(own);
  const { keepCode } = require('./code-cache.js');
  keepCode(Module, { folder: own, top: join(__dirname, '..', 'dist') });
};

function cacheFolder({ XDG_CACHE_HOME: named, HOME: home, LOCALAPPDATA: local }, platform) {
  const folder =
    platform === 'win32' ? local : named || (home && join(home, ...(platform === 'darwin' ? MAC : ['.cache'])));
  if (!folder || !isAbsolute(folder)) return null;
  return folder.split(sep).some((name) => name.startsWith('.') && name !== '.cache') ? null : folder;
}

const MAC = ['Library', 'Caches'];
const OTHERS_WRITE = 0o022;

/** A folder of this user alone; on Windows the rights of LOCALAPPDATA say so. */
function isSafe(folder, uid) {
  try {
    const found = statSync(folder);
    return found.isDirectory() && (uid === null || (found.uid === uid && (found.mode & OTHERS_WRITE) === 0));
  } catch {
    return false;
  }
}
