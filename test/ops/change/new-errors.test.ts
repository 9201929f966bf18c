import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Finding, fileFinding } from '../../../src/model/finding.ts';
import type { KindName } from '../../../src/model/kinds.ts';
import { FileReplaced, type Part } from '../../../src/model/part.ts';
import type { Step } from '../../../src/model/plan.ts';
import { addedErrors } from '../../../src/ops/change/new-errors.ts';
import type { Ask, UnitChange, UnitDecision } from '../../../src/stores/decision.ts';
import type { DecidingScope, Document, Kind } from '../../../src/stores/kind.ts';
import { call } from '../../cli/call.ts';
import { decideAll } from '../../golden/decide-all.ts';
import { KINDS } from '../../kinds.ts';

/** A sound conversation of each kind, the verbs that are tried on it, and the first error of a file of rubbish. */
const STORES = [
  { kind: 'fnord', id: '60cef8ed-32fa-4779-bdf9-68f0a068deaf', code: 'FN002' },
  {
    kind: 'tenex',
    id: '2766760350599d3deee7e72e1c46cb678d28f2e4d98ceaf5c47dbb9258e7bf88',
    code: 'TX002',
  },
  { kind: 'rao', id: '2', code: 'RA004' },
  { kind: 'claude', id: '0cadc5a4-70c4-4ed3-a4de-53cff6f65bab', code: 'CL219' },
] as const;

describe.each(STORES)('a heal of $kind that would write rubbish', ({ kind, id, code }) => {
  const path = `/fixtures/${kind}/store`;

  test('is refused for safety, and says with which error', async () => {
    const { changes, report } = await decideAll(kind, path, {}, { verb: 'heal', id }, broken(kind, 'heal'));
    expect(changes).toEqual([]);
    expect(report).toMatchObject({ changed: 0, refused: 1, unsafe: true });
    expect(report.items[0]?.codes).toContain(code);
    expect(report.items[0]?.reason).toContain(`the store would get`);
    expect(report.items[0]?.reason).toContain(`${code}: `);
  });

  test('is made with --force, and notes the error', async () => {
    const { changes, report } = await decideAll(
      kind,
      path,
      {},
      { verb: 'heal', id, force: true },
      broken(kind, 'heal'),
    );
    expect(changes).toHaveLength(1);
    expect(report).toMatchObject({ changed: 1, refused: 0, unsafe: false });
    expect(report.items[0]).toMatchObject({
      notes: expect.arrayContaining([expect.stringContaining('the store gets')]),
      stays: [expect.any(String)],
    });
  });
});

describe.each(STORES)('a fork of $kind that would write rubbish', ({ kind, id }) => {
  test('is refused for safety', async () => {
    const options = { verb: 'fork', id } as const;
    const { changes, report } = await decideAll(kind, `/fixtures/${kind}/store`, {}, options, broken(kind, 'fork'));
    expect(changes).toEqual([]);
    expect(report).toMatchObject({ changed: 0, refused: 1, unsafe: true });
  });
});

test('an archive of TENEX whose index does not follow is refused for safety', async () => {
  const { id } = STORES[1];
  const { changes, report } = await decideAll('tenex', '/fixtures/tenex/store', {}, { verb: 'archive', id }, [
    wrapped('tenex', (session) => ({ ...session, close: stay(session) })),
  ]);
  expect(changes).toEqual([]);
  expect(report).toMatchObject({ changed: 0, refused: 1, unsafe: true });
  expect(report.items[0]?.codes).toContain('TX308');
});

/** Answers an index that is touched and stays as it is. */
function stay(session: DecidingScope): DecidingScope['close'] {
  return (ask, decided, whole) => {
    const around = session.close(ask, decided, whole);
    return around.state === 'changed' ? { ...around, first: [], last: [] } : around;
  };
}

/** A kind whose pieces of this verb write bytes that are no conversation. */
function broken(name: KindName, verb: Ask['verb']): Kind[] {
  const spoilt = (session: DecidingScope): DecidingScope => ({
    ...session,
    decide: (document, ...asked) => {
      const decided = session.decide(document, ...asked);
      const { outcome } = decided;
      return { ...decided, outcome: verb === 'fork' ? rubbishCopy(outcome) : rubbish(document, name) };
    },
  });
  return [wrapped(name, spoilt)];
}

test('a session that becomes another file while a heal decides on it is refused, and the rest is decided', async () => {
  const { kind, id } = STORES[3];
  const moving = (session: DecidingScope): DecidingScope => ({
    ...session,
    decide: (document, ...asked) => {
      if (document.id === id) throw new FileReplaced(document.conversations[0]?.path ?? '');
      return session.decide(document, ...asked);
    },
  });
  const kinds = [wrapped(kind, moving)];
  const { report } = await decideAll(kind, `/fixtures/${kind}/store`, {}, { verb: 'heal' }, kinds);
  expect(report).toMatchObject({ refused: 1, unsafe: true });
  const items = report.items.filter(({ state }) => state === 'refused');
  expect(items).toMatchObject([{ id, codes: ['ST007'], reason: 'kept changing while it was read' }]);
});

const BYTES = Uint8Array.from([0xff, 0x5b, 0x0a]);

function rubbish(document: Document, name: KindName): UnitChange {
  const [view] = document.conversations;
  const path = name === 'rao' ? `${view?.path}/conversation_log.json` : (view?.path ?? '');
  const counts = { conversations: 1, messages: 0, toolCalls: 0, tasks: 0, memories: 0, bytes: 0 };
  return {
    state: 'changed',
    path,
    steps: [{ do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: BYTES } }],
    codes: [],
    notes: [],
    before: counts,
    after: counts,
    newId: null,
    locks: [],
    isJoint: false,
    into: 'store',
  };
}

function rubbishCopy(outcome: UnitDecision['outcome']): UnitDecision['outcome'] {
  if (outcome.state !== 'changed') return outcome;
  const steps = outcome.steps.map((step) => {
    if (step.do === 'put') return { ...step, content: { from: 'bytes', bytes: BYTES } as const };
    if (step.do !== 'plant') return step;
    const files = step.files.map((file) =>
      file.path.endsWith('conversation_log.json')
        ? { ...file, content: { from: 'bytes', bytes: BYTES } as const }
        : file,
    );
    return { ...step, files };
  });
  return { ...outcome, steps };
}

function wrapped(name: KindName, wrap: (session: DecidingScope) => DecidingScope): Kind {
  const kind = KINDS.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return { ...kind, begin: async (scope, changes) => wrap(await kind.begin(scope, changes)) };
}

describe('which errors are new', () => {
  const path = 'a.jsonl';
  const text = 'one\ntwo\nthree\nfour\n';
  const bytes = Buffer.from(text);
  const part = {
    path,
    role: '',
    type: 'file',
    bytes,
    size: bytes.length,
    mtime: 0,
    mode: 0,
    digest: () => '',
  } as const;
  const at = (code: 'CX011' | 'CX201' | 'CX002', offset: number | null, more: object = {}) => ({
    ...fileFinding(code, 'a', path, ''),
    offset,
    ...more,
  });
  const put = (...edits: [at: number, remove: number, insert: string][]): Step => ({
    do: 'put',
    path,
    was: '',
    content: {
      from: 'edits',
      edits: edits.map(([from, remove, insert]) => ({ at: from, remove, insert: Buffer.from(insert) })),
    },
  });
  const added = (before: Finding[], after: Finding[], step: Step, parts: readonly Part[] = [part]) =>
    addedErrors(before, after, [step], parts).map(({ code, offset }) => [code, offset]);

  test('one that stays where it is, or moves with its bytes, is not', () => {
    expect(added([at('CX011', 8)], [at('CX011', 9)], put([0, 3, 'ones']))).toEqual([]);
    expect(added([at('CX011', 8)], [at('CX011', 8)], put([14, 4, 'five']))).toEqual([]);
  });

  test('one that is made while another is healed is, of another code and of the same', () => {
    expect(added([at('CX011', 8)], [at('CX201', 4)], put([8, 5, 'drei'], [4, 3, 'TWO']))).toEqual([['CX201', 4]]);
    expect(added([at('CX011', 8)], [at('CX011', 4)], put([9, 4, 'rei'], [4, 3, 'TWO']))).toEqual([['CX011', 4]]);
    expect(added([at('CX011', 8)], [at('CX201', 8)], put([8, 5, 'drei']))).toEqual([['CX201', 8]]);
  });

  test('one that a heal uncovers in bytes that stay, on the line that it heals or where there are no more than before, is not', () => {
    expect(added([at('CX011', 8)], [at('CX201', 10)], put([8, 5, '__three']))).toEqual([['CX201', 10]]);
    expect(added([at('CX011', 8)], [at('CX201', 10)], put([8, 0, '__']))).toEqual([]);
    expect(added([at('CX011', 8)], [at('CX201', 8)], put([8, 5, 'three\n{}']))).toEqual([]);
    expect(added([at('CX011', 8)], [at('CX201', 16)], put([8, 0, '__']))).toEqual([]);
    expect(added([at('CX011', 8)], [at('CX201', 16), at('CX201', 17)], put([8, 0, '__']))).toEqual([
      ['CX201', 16],
      ['CX201', 17],
    ]);
    expect(added([at('CX011', 8)], [at('CX201', 10)], put([8, 0, '__']), [])).toEqual([['CX201', 10]]);
  });

  test('of those without a place, or in a file that is written anew, the number counts', () => {
    const anew: Step = { do: 'put', path, was: '', content: { from: 'bytes', bytes } };
    expect(added([at('CX011', 8)], [at('CX011', 0)], anew)).toEqual([]);
    expect(added([at('CX011', 8)], [at('CX011', 0), at('CX011', 4)], anew)).toEqual([['CX011', 4]]);
    expect(added([at('CX002', null, { count: 3 })], [at('CX002', null, { count: 4 })], put())).toEqual([
      ['CX002', null],
    ]);
    expect(added([at('CX002', null, { count: 3 })], [at('CX002', null, { count: 2 })], put())).toEqual([]);
  });

  test('a file that moves takes its errors along', () => {
    const move: Step = { do: 'move', what: 'folder', from: 'old', to: 'new', was: '' };
    const [old, moved] = ['old/a.jsonl', 'new/a.jsonl'].map((each) => ({ ...at('CX011', 8), path: each }));
    expect(addedErrors([old as Finding], [moved as Finding], [move])).toEqual([]);
    expect(addedErrors([old as Finding], [{ ...(moved as Finding), code: 'CX201' }], [move])).toHaveLength(1);
  });
});

describe('a file of which nothing can be read', () => {
  const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
  const claude = [
    'claude/CL413-two-tool-calls-have-same',
    'projects/-srv-ada-orchard/20100413-dddd-4ddd-8ddd-000000000000.jsonl',
  ] as const;
  const gemini = [
    'gemini/GM008-a-session-is-older-than-the-program',
    'tmp/orchard/chats/session-2026-05-04T09-30-1a2b3c4d.jsonl',
  ] as const;

  /** Heals a copy of a fixture of which one file is made unreadable. */
  async function healed([fixture, path]: readonly [string, string], spoil: (bytes: Buffer) => Buffer) {
    const root = mkdtempSync(join(tmpdir(), 'convostore-hidden-'));
    cpSync(`fixtures/${fixture}/before`, root, { recursive: true });
    writeFileSync(join(root, path), spoil(readFileSync(join(root, path))));
    return JSON.parse((await call(['--root', root, 'heal', '--dry-run', '--json'])).stdout).items[0];
  }

  test('is healed where that uncovers an error at a place in it, which is named', async () => {
    const item = await healed(claude, (bytes) => Buffer.from(`\ufeff${bytes}`, 'utf16le'));
    expect(item).toMatchObject({ state: 'changed', codes: ['CL019'], stays: ['CL413'] });
  });

  test('is healed where its program deletes it for its age too', async () => {
    const item = await healed(gemini, (bytes) => Buffer.concat([BOM, bytes]));
    expect(item).toMatchObject({ state: 'changed', codes: ['GM001'] });
  });
});
