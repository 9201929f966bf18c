import fs from 'node:fs';
import process from 'node:process';

// Another program that saves one file again and again: `writer.mjs FILE TIMES locked|lockless`. It counts in the file's first line
// and leaves the rest as it finds it. At its end it prints how many of its saves were gone when it came to make the next one.

const [file, times, how] = process.argv.slice(2);
const lock = `${file}.lock`;

function take() {
  for (;;) {
    try {
      fs.mkdirSync(lock);
      return fs.writeFileSync(`${lock}/owner`, `os_pid: ${process.pid}\n`);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      nap(1);
    }
  }
}

function nap(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function release(n) {
  fs.renameSync(lock, `${lock}.released.${n}`);
  fs.rmSync(`${lock}.released.${n}`, { recursive: true });
}

let lost = 0;
for (let n = 1; n <= Number(times); n++) {
  if (how === 'locked') take();
  const [last, ...rest] = fs.readFileSync(file, 'utf8').split('\n');
  if (Number(last) < n - 1) lost += 1;
  const temp = `${file}.tmp.${process.pid}.${n}`;
  fs.writeFileSync(temp, [String(n), ...rest].join('\n'));
  fs.renameSync(temp, file);
  if (how === 'locked') release(n);
  // Without a pause now and then nobody else would ever find the file as it was read.
  if (how === 'lockless') nap(1 + (n % 7));
  else if (n % 4 === 0) nap(1);
}
process.stdout.write(String(lost));
