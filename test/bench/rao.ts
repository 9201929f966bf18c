import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeProcess } from './process.ts';
import { makeRao } from './rao-store.ts';
import { inRounds, tellVerbs } from './rounds.ts';

/** `convo list` and `convo verify` of 2,000 Rao conversations with their companions as whole processes, against reading the same files. */
const CONVERSATIONS = 2_000;
/** Times the JSON.parse of the JSON files among them above which a run fails. */
const GATE = { list: 1.5, verify: 3.5 };

const WALK = `
const fs = require('node:fs'), path = require('node:path');
let sum = 0;
const folder = path.join(process.argv[1], 'conversations');
for (const name of fs.readdirSync(folder))
  for (const file of fs.readdirSync(path.join(folder, name))) use(file, fs.readFileSync(path.join(folder, name, file)));
`;
const READ = `${WALK} function use(_, bytes) { sum += bytes.length }`;
const PARSE = `${WALK} function use(file, bytes) { if (file.endsWith('.json')) sum += Object.keys(JSON.parse(bytes.toString('utf8'))).length }`;

const base = mkdtempSync(join(tmpdir(), 'convo-bench-rao-'));
try {
  const bytes = makeRao(base, CONVERSATIONS);
  const convo = (verb: string) =>
    nodeProcess([join('bin', 'convo.js'), ...verb.split(' '), '--root', base, '--kind', 'rao'], [0, 1]);
  const rounds = inRounds({
    read: () => nodeProcess(['-e', READ, base]),
    parse: () => nodeProcess(['-e', PARSE, base]),
    list: () => convo('list --all --json'),
    verify: () => convo('verify --json'),
  });
  process.stdout.write(
    `rao: ${CONVERSATIONS} conversations with companions, ${Math.round(bytes / 1e6)} MB; ` +
      `reading them ${rounds.seconds('read')} s, and parsing what is JSON ${rounds.seconds('parse')} s\n`,
  );
  tellVerbs(rounds, GATE);
} finally {
  rmSync(base, { recursive: true });
}
