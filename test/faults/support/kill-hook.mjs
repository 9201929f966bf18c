import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

// Preloaded into a process that changes the store at KILL_ROOT: counts its calls on the file system from the first one that names
// the store, and ends the process for good in front of call KILL_AT. Without KILL_AT the count goes to KILL_COUNT at the end. With
// KILL_NAMED it ends in front of the call that gives a file of lines its name when so many have theirs; those of the journal do not count.

const { KILL_ROOT = '', KILL_AT, KILL_COUNT, KILL_NAMED } = process.env;
const NAMING = ['linkSync', 'renameSync'];
const CALLS = [
  [
    'openSync',
    'closeSync',
    'readSync',
    'writeSync',
    'lstatSync',
    'statSync',
    'fstatSync',
    'readdirSync',
    'realpathSync',
  ],
  [
    'linkSync',
    'renameSync',
    'unlinkSync',
    'mkdirSync',
    'rmdirSync',
    'rmdir',
    'fchmodSync',
    'fchownSync',
    'futimesSync',
    'fsync',
  ],
].flat();

let count = 0;
let isOurs = false;
let named = 0;
const givesName = (name, to) =>
  NAMING.includes(name) && to.startsWith(KILL_ROOT) && to.endsWith('.jsonl') && !to.includes('.convo');
for (const name of CALLS) {
  const call = fs[name];
  fs[name] = Object.assign((...args) => {
    isOurs ||= typeof args[0] === 'string' && args[0].startsWith(KILL_ROOT);
    if (isOurs && String(count++) === KILL_AT) process.kill(process.pid, 'SIGKILL');
    if (givesName(name, args[1]) && String(named++) === KILL_NAMED) process.kill(process.pid, 'SIGKILL');
    return call(...args);
  }, call);
}
syncBuiltinESMExports();
const { writeFileSync } = fs;
if (KILL_COUNT !== undefined) process.on('exit', () => writeFileSync(KILL_COUNT, String(count)));
