import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schnorr } from '@noble/curves/secp256k1.js';
import { SignatureVerifier } from '../../src/stores/tenex/read/events/signatures.ts';
import { nodeProcess } from './process.ts';
import { inRounds } from './rounds.ts';
import { makeTenex } from './tenex-store.ts';

/**
 * `convo list` and `convo verify` of 5,000 TENEX conversations as whole processes, against JSON.parse of the same files, and against
 * JSON.parse of the files, of the events inside their texts, and a hash of each event: what a verify has to look at.
 */
const CONVERSATIONS = 5_000;
/** Times the peer above which a run fails. */
const GATE = { list: 1.6, verify: 2.5 };

const PARSE = `
const fs = require('node:fs'), path = require('node:path'), { hash } = require('node:crypto');
const [, top, isDeep] = process.argv;
let sum = 0;
for (const folder of [top, path.join(top, 'archive')])
  for (const name of fs.readdirSync(folder)) {
    if (!name.endsWith('.json')) continue;
    const { history = [] } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
    sum += history.length;
    if (isDeep) for (const text of history) sum += hash('sha256', JSON.stringify(JSON.parse(text).slice(0, 6))).length;
  }
`;

const project = mkdtempSync(join(tmpdir(), 'convo-bench-tenex-'));
try {
  const bytes = makeTenex(project, CONVERSATIONS);
  const convo = (verb: string) => nodeProcess([join('bin', 'convo.js'), ...verb.split(' '), '--root', project], [0, 1]);
  const parse = (...deep: string[]) => nodeProcess(['-e', PARSE, join(project, '.tenex', 'conversations'), ...deep]);
  const { of, seconds, times } = inRounds({
    parse: () => parse(),
    deep: () => parse('deep'),
    list: () => convo('list --all --json'),
    verify: () => convo('verify --json'),
  });
  process.stdout.write(
    `tenex: ${CONVERSATIONS} conversations, ${Math.round(bytes / 1e6)} MB; JSON.parse of them ${seconds('parse')} s, with their events hashed ${seconds('deep')} s\n`,
  );
  for (const name of ['list', 'verify'] as const) {
    const share = times(name, 'parse');
    process.stdout.write(
      `  ${name} ${seconds(name)} s, ${share.toFixed(2)} times that (gate ${GATE[name]}), ${times(name, 'parse', ({ cpu }) => cpu).toFixed(2)} times its processor time, ` +
        `${times(name, 'deep').toFixed(2)} times that with events, ` +
        `${Math.round(of(name, ({ megabytes }) => megabytes))} MB of memory\n`,
    );
    if (share > GATE[name]) process.exitCode = 1;
  }
  process.stdout.write(`  ${Math.round(signaturesASecond())} signatures in a second of processor time\n`);
} finally {
  rmSync(project, { recursive: true });
}

function signaturesASecond(): number {
  const secret = new Uint8Array(32).fill(7);
  const pubkey = Buffer.from(schnorr.getPublicKey(secret)).toString('hex');
  const ids = Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(64, '0'));
  const signed = ids.map((id) => {
    const sig = Buffer.from(schnorr.sign(Buffer.from(id, 'hex'), secret)).toString('hex');
    return { id, sig, pubkey, created_at: 0, kind: 1, tags: [], content: '' };
  });
  const signatures = new SignatureVerifier(schnorr);
  const start = process.cpuUsage();
  for (const event of signed)
    if (!signatures.isSigned(event, event.id)) throw new Error('a good signature was refused');
  const { user, system } = process.cpuUsage(start);
  return signed.length / ((user + system) / 1e6);
}
