import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../src/codecs/edit.ts';
import type { Part } from '../../src/model/part.ts';
import { recordedCases } from '../judge/cases.ts';
import { ask } from '../stores/ask.ts';
import { type Asked, asked, beginNow } from '../stores/asked.ts';
import { runs } from '../support/sampling.ts';

const RUNS = runs(300);

/** Sessions that the program wrote and goes on with. */
const WRITTEN = new Map(
  recordedCases('claude', 'written')
    .filter(({ answer, bytes }) => answer.exit === 0 && bytes.length < 60_000)
    .map((each) => [each.name, each]),
);

/** Damage to the lines of a session, one after the other. */
const DAMAGE: readonly ((lines: string[], at: number, share: number) => void)[] = [
  (lines, at) => lines.splice(at, 1),
  (lines, at) => lines.splice(at + 1, 0, lines[at] ?? ''),
  (lines, at, share) => lines.splice(Math.floor(share * lines.length), 0, ...lines.splice(at, 1)),
  (lines, at) => lines.splice(at, 2, lines.slice(at, at + 2).join('')),
  (lines, at, share) => lines.splice(at, 1, cut(lines[at], share)),
  (lines, at, share) => lines.splice(at, 2, cut(lines[at], share) + (lines[at + 1] ?? '')),
  (lines, at, share) =>
    lines.splice(at, 1, cut(lines[at], share), (lines[at] ?? '').slice(cut(lines[at], share).length)),
  (lines, at, share) => lines.splice(at, 0, '\0'.repeat(1 + Math.floor(share * 40))),
  (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace(/"parentUuid":"[^"]*"/, '"parentUuid":null')),
  (lines, at, share) => {
    const other = /"uuid":("[^"]*")/.exec(lines[Math.floor(share * lines.length)] ?? '')?.[1] ?? '"gone"';
    lines.splice(at, 1, (lines[at] ?? '').replace(/"parentUuid":"[^"]*"/, `"parentUuid":${other}`));
  },
  (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace('"isSidechain":false', '"isSidechain":true')),
  (lines, at, share) =>
    lines.splice(at, 1, `${cut(lines[at], share)}"${(lines[at] ?? '').slice(cut(lines[at], share).length + 1)}`),
  (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace(/"uuid":"[^"]*"/, '"uuid":5')),
  (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace(/"content":\[\{/, '"content":[null,{')),
  (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace(/"text":"[^"]*"/, '"text":" "')),
];

function cut(line = '', share: number): string {
  return line.slice(0, 1 + Math.floor(share * Math.max(0, line.length - 2)));
}

/** A session by its name, and what happens to its lines. */
const damages = fc.record({
  of: fc.constantFrom(...WRITTEN.keys()),
  damage: fc.array(fc.tuple(fc.nat(DAMAGE.length - 1), fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 3,
  }),
});

interface Damaged {
  readonly session: string;
  readonly bytes: Buffer;
}

function damaged({ of, damage }: typeof damages extends fc.Arbitrary<infer T> ? T : never): Damaged {
  const { session, bytes } = WRITTEN.get(of) ?? { session: '', bytes: Buffer.alloc(0) };
  const lines = bytes.toString('latin1').split('\n').slice(0, -1);
  for (const [n, place, share] of damage) DAMAGE[n]?.(lines, place % lines.length, share);
  return { session, bytes: Buffer.from(`${lines.join('\n')}\n`, 'latin1') };
}

function opened({ session: id, bytes }: Damaged): Asked {
  const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
  const path = `projects/-srv-ada/${id}.jsonl`;
  const part: Part = {
    ...{ path, role: 'session', type: 'file', bytes: null, source, size: bytes.length },
    ...{ mtime: 1, mode: 0o600, digest: () => '' },
  };
  const site = { kind: 'claude', root: '/home/ada/.claude', shape: 'home', scope: null, file: null } as const;
  const session = beginNow('claude', { site, name: '-srv-ada', shared: [], now: 1_800_000_000, signatures: false });
  return asked(session, session.open({ id, parts: [part] }), 'claude');
}

/** The session after a heal; null where that leaves it alone. */
function healed(of: Damaged, lossy: boolean) {
  const outcome = opened(of).change(ask('heal', { lossy }));
  if (outcome.state !== 'changed' || !('change' in outcome)) return null;
  const [step] = outcome.change.steps;
  const edits: readonly Edit[] = step?.do === 'put' && step.content.from !== 'bytes' ? step.content.edits : [];
  return { session: of.session, bytes: Buffer.from(applyEdits(of.bytes, edits)) };
}

/** Who said what, of the messages that are sent. */
function sentIn(of: Damaged): string[] {
  const document = opened(of);
  const [view] = document.conversations;
  if (view === undefined) return [];
  return Array.from(document.transcript(view.path, {}).messages, ({ role, type, text, callId, hidden }) =>
    hidden || (type === 'text' && (text ?? '').trim() === '') ? '' : `${role} ${type} ${callId ?? text}`,
  );
}

test.each([false, true])('a damaged session is healed once, or not at all (lossy: %s)', (lossy) => {
  fc.assert(
    fc.property(damages, (given) => {
      const session = damaged(given);
      const after = healed(session, lossy);
      if (after === null) return;
      expect(healed(after, lossy)).toBe(null);
    }),
    RUNS,
  );
});

test('messages that a damaged session sends are still sent after a heal that may lose nothing', () => {
  fc.assert(
    fc.property(damages, (given) => {
      const session = damaged(given);
      const after = healed(session, false);
      if (after === null) return;
      const sent = new Set(sentIn(after));
      expect(sentIn(session).filter((each) => each !== '' && !sent.has(each))).toEqual([]);
    }),
    RUNS,
  );
});
