import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const top = mkdtempSync(join(tmpdir(), 'convostore-code-'));
afterAll(() => rmSync(top, { recursive: true }));

const PROGRAM = `exports.sum = (a, b) => a + b;\nconsole.log(exports.sum(1, 2), __filename.endsWith('x.js'), require('./y.js'));\n`;
let count = 0;

function program(text = PROGRAM) {
  const at = join(top, `p${count++}`);
  const folder = join(at, 'cache');
  mkdirSync(join(at, 'dist'), { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(at, 'dist/x.js'), text);
  writeFileSync(join(at, 'dist/y.js'), 'module.exports = "y";\n');
  return { folder, file: join(at, 'dist/x.js'), dist: join(at, 'dist') };
}

type Program = ReturnType<typeof program>;

/** What the program prints, and the files that V8 took from the cache. */
function run({ folder, file, dist }: Program): { printed: string; taken: number } {
  const code = `
    const vm = require('node:vm');
    let taken = 0;
    const { Script } = vm;
    vm.Script = class extends Script {
      constructor(source, options) {
        super(source, options);
        if (options.cachedData !== undefined && !this.cachedDataRejected) taken++;
      }
    };
    require(${JSON.stringify(resolve('bin/code-cache.js'))})
      .keepCode(require('node:module'), { folder: ${JSON.stringify(folder)}, top: ${JSON.stringify(dist)} });
    require(${JSON.stringify(file)});
    console.log(taken);`;
  const lines = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).split('\n');
  return { printed: lines[0] ?? '', taken: Number(lines[1]) };
}

const ANSWER = '3 true y';

test('the second process takes the code that the first one has compiled', () => {
  const it = program();
  expect(run(it)).toEqual({ printed: ANSWER, taken: 0 });
  expect(readdirSync(it.folder)).toHaveLength(2);
  expect(run(it)).toEqual({ printed: ANSWER, taken: 2 });
});

test('code of another text of equal length is not run', () => {
  const it = program();
  run(it);
  writeFileSync(it.file, PROGRAM.replace('a + b', 'a - b'));
  expect(run(it)).toEqual({ printed: '-1 true y', taken: 1 });
});

test('damaged code is not run, and is written anew', () => {
  const it = program();
  run(it);
  for (const name of readdirSync(it.folder)) {
    const bytes = readFileSync(join(it.folder, name));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(it.folder, name), name.startsWith('x') ? bytes : bytes.subarray(0, 2));
  }
  expect(run(it)).toEqual({ printed: ANSWER, taken: 0 });
  expect(run(it)).toEqual({ printed: ANSWER, taken: 2 });
});

test('a folder that is not there, or is a file, is no trouble', () => {
  const it = program();
  rmSync(it.folder, { recursive: true });
  expect(run(it).printed).toBe(ANSWER);
  writeFileSync(it.folder, '');
  expect(run(it).printed).toBe(ANSWER);
});

test('files of a month ago are removed when others are written', () => {
  const it = program();
  const old = join(it.folder, 'chunk-OLD.js.1');
  writeFileSync(old, '');
  utimesSync(old, 0, 0);
  mkdirSync(join(it.folder, 'v22'));
  utimesSync(join(it.folder, 'v22'), 0, 0);
  run(it);
  expect(readdirSync(it.folder).map((name) => name.split('.')[0])).toEqual(['v22', 'x', 'y']);
});

test('of very many files the newest five hundred stay', () => {
  const it = program();
  for (let n = 0; n < 510; n++) {
    writeFileSync(join(it.folder, `chunk-${n}.js`), '');
    utimesSync(join(it.folder, `chunk-${n}.js`), new Date(), new Date(Date.now() - n * 1000));
  }
  run(it);
  const left = readdirSync(it.folder);
  expect(left).toHaveLength(502);
  expect([left.includes('chunk-499.js'), left.includes('chunk-500.js')]).toEqual([true, false]);
});
