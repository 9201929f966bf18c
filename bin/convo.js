#!/usr/bin/env node
const { join } = require('node:path');
const { keepCompiled } = require('./compile-cache.js');
// First: it keeps what is loaded from here on.
keepCompiled(require('node:module'), { vars: process.env, platform: process.platform });
const { main } = require('../dist/cli/main.js');
const { inlet } = require('./inlet.js');
const { stream } = require('./stdout.js');
require('./quiet.js');

// A hook of git has these for its own repository; git is asked here about the folder that a store is in.
for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_PREFIX'])
  delete process.env[name];

let isWatched = false;

/** Node would abort at the end where the terminal of an answer is gone; a shell takes this for 129. */
function watchTerminal() {
  if (isWatched) return;
  isWatched = true;
  const { isatty } = require('node:tty');
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  process.on('exit', () => {
    if (terminals.every((fd) => isatty(fd))) return;
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  });
}

const env = {
  get stdin() {
    watchTerminal();
    return inlet(process.stdin);
  },
  stdout: stream('stdout', 1),
  stderr: stream('stderr', 2),
  get terminal() {
    watchTerminal();
    return { input: process.stdin, output: process.stderr };
  },
  get cwd() {
    try {
      return process.cwd();
    } catch (error) {
      // The folder is gone. Linux still has a name for it, in which nothing is found and nothing can be made.
      if (process.platform === 'linux') return '/proc/self/cwd';
      throw error;
    }
  },
  vars: process.env,
  platform: process.platform,
  pid: process.pid,
  // Asked for only when needed: each module loaded at the start is felt in every call.
  get host() {
    return require('node:os').hostname();
  },
  get threads() {
    return { program: join(__dirname, 'thread.js'), cores: require('node:os').availableParallelism() };
  },
  now: Date.now,
  newId: () => crypto.randomUUID(),
  alive(pid) {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return error.code === 'EPERM';
    }
  },
  pager(command) {
    const { spawn } = require('node:child_process');
    const env = { LESS: 'FRX', LV: '-c', ...process.env };
    const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
    // The pager answers Ctrl-C itself: it stops a search, not the program.
    const ignore = () => {};
    process.on('SIGINT', ignore);
    const left = new Promise((done) => child.on('close', (code) => done(code ?? 1)));
    child.on('error', ignore);
    const close = async () => {
      child.stdin.end();
      const code = await left;
      process.off('SIGINT', ignore);
      return code;
    };
    return { stream: child.stdin, close };
  },
  launch(program, words, cwd) {
    const { spawn } = require('node:child_process');
    const child = spawn(program, words, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
    const ignore = () => {};
    process.on('SIGINT', ignore);
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code) => {
        process.off('SIGINT', ignore);
        done(code ?? 1);
      });
    });
  },
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  // Once each: a second Ctrl-C ends the process as it would end any other.
  onInterrupt(stop) {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    process.once('SIGHUP', stop);
  },
};

/** Kept when the command line was carried out. */
module.exports = main(process.argv.slice(2), env).then((code) => {
  process.exitCode = code;
});
