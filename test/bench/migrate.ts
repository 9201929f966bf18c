import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeHome } from './home.ts';
import { median, nodeProcess } from './process.ts';

/** `convo migrate` of 10,000 conversations, against a copy of the folder with an fsync of each file; fresh folders each time. */
const FILES = 10_000;
const ROUNDS = 3;
/** Times the copy, where the fsyncs take longer than the copying and where they do not. */
const GOAL = { dear: 2, cheap: 3 } as const;
/** A second run reads only the heads. */
const SECOND = 0.03;
/** Above a goal by more than a fifth, a run fails. */
const GATE = 1.2;

const SYNC = `
const fs = require('node:fs'), path = require('node:path');
const sync = (at) => { const fd = fs.openSync(at, 'r'); fs.fsyncSync(fd); fs.closeSync(fd) };
const walk = (folder) => {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) walk(at); else sync(at);
  }
};
walk(process.argv[1]);
`;

const folder = mkdtempSync(join(tmpdir(), 'convo-bench-migrate-'));
try {
  const rounds = Array.from({ length: ROUNDS }, (_, n) => round(join(folder, String(n))));
  const times = median(rounds.map(({ migrate, copy }) => migrate / copy));
  const share = median(rounds.map(({ second, migrate }) => second / migrate));
  const isDear = median(rounds.map(({ copy, fsyncs }) => fsyncs / copy)) > 0.5;
  const goal = isDear ? GOAL.dear : GOAL.cheap;
  const [{ megabytes = 0, journal = 0 } = {}] = rounds;
  process.stdout.write(
    `migrate: ${FILES} files: ${median(rounds.map((each) => each.migrate)).toFixed(2)} s against ` +
      `${median(rounds.map((each) => each.copy)).toFixed(2)} s of cp -r and fsync: ${times.toFixed(2)} times (goal ${goal}, fsyncs are ${isDear ? 'dear' : 'cheap'} here); ` +
      `${median(rounds.map((each) => each.cpu)).toFixed(2)} s of processors; a second run ${(share * 100).toFixed(1)} % of the first ` +
      `(goal ${SECOND * 100} %); ${Math.round(megabytes)} MB of memory; ` +
      `the journal takes ${Math.round(journal)} MB, kept originals included\n`,
  );
  if (times > goal * GATE || share > SECOND * GATE) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

function round(at: string) {
  const home = `${at}-home`;
  const target = `${at}-copy`;
  makeHome(home, FILES, 'v0');
  const start = process.hrtime.bigint();
  execFileSync('cp', ['-r', home, target]);
  const copied = process.hrtime.bigint();
  nodeProcess(['-e', SYNC, target]);
  const end = process.hrtime.bigint();
  const copy = Number(end - start) / 1e9;
  const fsyncs = Number(end - copied) / 1e9;
  // Nothing is removed before the last round is over: ext4 looks past every inode deleted in the last minutes for each new file.
  const convo = [join('bin', 'convo.js'), 'migrate', '--root', home, '--yes'];
  const first = nodeProcess(convo);
  const second = nodeProcess(convo);
  const journal = Number(execFileSync('du', ['-sm', join(home, '.convo')], { encoding: 'utf8' }).split('\t')[0]);
  const { seconds: migrate, cpu, megabytes } = first;
  return { copy, fsyncs, migrate, cpu, second: second.seconds, megabytes, journal };
}
