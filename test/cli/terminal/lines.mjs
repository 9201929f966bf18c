import { createRequire } from 'node:module';
import process from 'node:process';

// Carries out several command lines one after the other, each as `bin/convo.js` does: loading the program for each of them anew took
// most of the time.

const { log } = console;
const require = createRequire(import.meta.url);
const [bin = '', ...lines] = process.argv.slice(2);
for (const line of lines) {
  log(`$ convo ${line}`);
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...line.split(' ').filter((word) => word !== ''));
  await require(bin);
  delete require.cache[bin];
  log();
}
