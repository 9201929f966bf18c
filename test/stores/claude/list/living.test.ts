import { expect, test } from 'vitest';
import type { Part } from '../../../../src/model/part.ts';
import { lifeOf, signsIn } from '../../../../src/stores/engine/in-use.ts';
import type { Scope } from '../../../../src/stores/kind.ts';

const ID = '11111111-2222-4333-8444-555555555501';
const OTHER = '11111111-2222-4333-8444-555555555502';
const HERE = 'linux:aa:pid:[1]';

/** What the files of `sessions` say of a session that was written to five seconds ago; null for no such folder. */
function lifeIn(running: readonly unknown[] | null, id = ID): string | null {
  const scope: Scope = {
    name: '-srv',
    site: { kind: 'claude', root: '/home/.claude', shape: 'home', scope: null, file: null },
    shared: [],
    common: (running ?? []).map((record) => part('sessions/7.json', 'running', Buffer.from(JSON.stringify(record)))),
    exists: (path) => path === '/home/.claude/sessions' && running !== null,
    alive: (pid) => pid === 7,
    system: { domain: HERE, startOf: (pid) => (pid === 7 ? '900' : null) },
    now: 1_000_005,
    signatures: false,
  };
  return lifeOf(signsIn(scope)(id), scope, part(`projects/-srv/${id}.jsonl`, 'session', null));
}

function part(path: string, role: string, bytes: Buffer | null): Part {
  return { path, role, type: 'file', mode: 0o600, size: 1, mtime: 1_000_000, bytes, digest: () => '' };
}

const RECORD = { pid: 7, sessionId: ID, procStart: '900', pidDomain: HERE };

test.each([
  ['named by a process that is alive and began then', [RECORD], 'open'],
  ['named by an older program, which notes no start', [{ pid: 7, sessionId: ID }], 'open'],
  ['named by a process that is gone', [{ ...RECORD, pid: 8 }], null],
  ['named by a process whose id another one has now', [{ ...RECORD, procStart: '800' }], null],
  ['not named', [{ ...RECORD, sessionId: OTHER }], null],
  ['not named, where no program runs', [], null],
  ['named on another machine', [{ ...RECORD, pidDomain: 'linux:bb:pid:[1]' }], 'young'],
  ['named here and on another machine', [{ ...RECORD, pidDomain: 'linux:bb:pid:[1]' }, RECORD], 'open'],
  ['beside a file that cannot be understood', [{ pid: 'x' }], 'young'],
  ['in a home without the folder', null, 'young'],
] as const)('a session that was written to just now is known by the sign of the program: %s', (_, running, life) => {
  expect(lifeIn(running)).toBe(life);
});
