import process from 'node:process';

// Carries out several command lines one after the other, each as `bin/convo.js` does: loading the program for each of them anew took
// most of the time.

const { log } = console;
const [bin = '', ...lines] = process.argv.slice(2);
for (const [n, line] of lines.entries()) {
  log(`$ convo ${line}`);
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...line.split(' ').filter((word) => word !== ''));
  await import(`${bin}?${n}`);
  log();
}
