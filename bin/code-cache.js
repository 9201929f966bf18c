const { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { basename, dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');
const { crc32 } = require('node:zlib');

/**
 * Does for Node before 22.8 what its own compile cache does later. Files below `top` are compiled from the code in `folder`, and at the
 * end of the process the code of those that had none is written there.
 */
exports.keepCode = (Module, { folder, top }) => {
  const { _compile: compile } = Module.prototype;
  const made = [];
  const engine = `${process.versions.v8}-${process.arch}`;
  Module.prototype._compile = function (source, file, ...others) {
    if (!file.startsWith(join(top, sep))) return compile.call(this, source, file, ...others);
    const path = join(folder, `${basename(file)}.${engine}`);
    const cachedData = codeIn(path, source);
    const script = new Script(Module.wrap(source), { filename: file, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) made.push({ path, source, script });
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, (id) => this.require(id), this, file, dirname(file));
  };
  process.on('exit', () => {
    if (made.length === 0) return;
    try {
      removeOld(folder);
      for (const each of made) write(each);
    } catch {
      // The next process tries again.
    }
  });
};

/** Bytes of the checksum before the code. V8 compares only the length of the source, and would run damaged code. */
const SUM = 4;

function codeIn(path, source) {
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(SUM);
    return bytes.readUInt32LE() === crc32(code, crc32(source)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** A second process may be writing the same. */
function write({ path, source, script }) {
  const own = `${path}.${process.pid}`;
  try {
    const code = script.createCachedData();
    const sum = Buffer.alloc(SUM);
    sum.writeUInt32LE(crc32(code, crc32(source)));
    writeFileSync(own, Buffer.concat([sum, code]), { mode: 0o600, flag: 'wx' });
    renameSync(own, path);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Older code, and code beyond this many files, is deleted: no build asks for that of an earlier one. */
const KEPT_DAYS = 30;
const KEPT_FILES = 500;

function removeOld(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const dated = files.map(({ name }) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }));
  dated.sort((a, b) => b.time - a.time);
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const [nth, { path, time }] of dated.entries())
    if (nth >= KEPT_FILES || time < oldest) rmSync(path, { force: true });
}
