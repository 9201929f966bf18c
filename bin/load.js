const { readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

const DIST = join(__dirname, '..', 'dist');
/** Compiled code for this build of V8 alone, which the build of the project leaves: see `.ci/code.mjs`. */
const CODE = join(DIST, 'code', `${process.versions.v8}-${process.platform}-${process.arch}`);

/** What carries out a command line. */
function loadMain() {
  return loaded(join(DIST, 'cli', 'main.js')).main;
}

/** Starts the program of threads. */
function loadThread() {
  loaded(join(DIST, 'worker.js'));
}

/** The scripts that were loaded, and what they export, by path. */
const scripts = new Map();

const HEAD = Buffer.from('(function(module,require,__filename,__dirname){');
const TAIL = Buffer.from('\n})');

/**
 * A module of dist/, with the code that was compiled for it where there is some. Nothing is written here: a command that reads writes
 * nothing, and a folder for temporary files may hold what another user left there. (Node's own cache is there, and it costs more than it
 * saves: 5 of 75 ms, with Node 22 and 24.) V8 refuses code that is cut, or made with other flags; of the source it compares the length
 * alone, so only chunks have code: their names carry the hash of what is in them.
 */
function loaded(file) {
  const known = scripts.get(file);
  if (known !== undefined) return known.module.exports;
  const folder = dirname(file);
  // All of dist/ is ASCII.
  const source = Buffer.concat([HEAD, readFileSync(file), TAIL]).latin1Slice();
  const script = new Script(source, { filename: file, cachedData: codeOf(file) });
  const module = { exports: {} };
  const asked = (name) => (name.startsWith('.') ? loaded(join(folder, name)) : require(name));
  script.runInThisContext()(module, asked, file, folder);
  scripts.set(file, { script, module });
  return module.exports;
}

function codeOf(file) {
  try {
    return readFileSync(join(CODE, basename(file, '.js')));
  } catch {
    return undefined;
  }
}

module.exports = { CODE, loadMain, loadThread, scripts };
