import { join } from 'node:path';
import { median, nodeProcess } from './process.ts';

/** `convo --version` as a whole process against `node -e 0`. */
const ROUNDS = 21;
const GATE = 1.35;

const rounds = Array.from({ length: ROUNDS }, () => ({
  bare: nodeProcess(['-e', '0']).seconds,
  convo: nodeProcess([join('bin', 'convo.js'), '--version']).seconds,
}));
const times = median(rounds.map(({ bare, convo }) => convo / bare));
process.stdout.write(`start-up: ${times.toFixed(2)} times node -e 0 (gate ${GATE}, ${ROUNDS} rounds in turn)\n`);
if (times > GATE) process.exitCode = 1;
