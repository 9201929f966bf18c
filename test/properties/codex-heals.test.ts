import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/codecs/edit.ts';
import { sentenceText } from '../../src/model/command.ts';
import { ruleOf } from '../../src/model/finding.ts';
import type { Part } from '../../src/model/part.ts';
import { ask } from '../stores/ask.ts';
import { asked, beginNow } from '../stores/asked.ts';
import { runs } from '../support/sampling.ts';

const RUNS = runs(120);
const ID = '019a4e33-e458-7610-88eb-dbddc4158897';
const PATH = `sessions/2025/11/04/rollout-2025-11-04T09-30-15-${ID}.jsonl`;
const TIME = '2025-11-04T09:30:15.000Z';

const record = (type: string, payload: object) => JSON.stringify({ timestamp: TIME, type, payload });
const META = record('session_meta', { id: ID, timestamp: TIME, cwd: '/app', originator: 'codex', cli_version: '1' });

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((said) => `x${said}`);
const said = fc.oneof(
  words.map((message) => record('event_msg', { type: 'agent_message', message })),
  words.map((text) => record('event_msg', { type: 'agent_reasoning', text })),
  words.map((text) =>
    record('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
  ),
);
/** A thread as the program writes it, a record a line. */
const thread = fc
  .tuple(words, fc.array(said, { maxLength: 6 }))
  .map(([message, more]) => [META, record('event_msg', { type: 'user_message', message }), ...more]);

/** What goes wrong around a record and loses nothing of it. */
const FLAWS: readonly ((line: string, share: number) => string)[] = [
  (line) => `\0\0\0${line}\n`,
  (line) => `${line}\n\0\0\n`,
  (line, share) => `${line.slice(0, 1 + Math.floor(share * (line.length - 2)))}\n${line}\n`,
  (line) => line,
  (line) => `${line}\r\n`,
];

const flawed = fc.tuple(
  thread,
  fc.array(fc.tuple(fc.nat(), fc.nat(FLAWS.length - 1), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 3 }),
);

function opened(bytes: Uint8Array) {
  const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
  const digest = () => createHash('sha256').update(bytes).digest('hex');
  const part: Part = {
    ...{ path: PATH, role: 'rollout', type: 'file', bytes: null, source, size: bytes.length },
    ...{ mtime: 1, mode: 0o600, digest },
  };
  const site = { kind: 'codex', root: '/home/ada/.codex', shape: 'home', scope: null, file: null } as const;
  const session = beginNow('codex', { site, name: '', shared: [], now: 1_800_000_000, signatures: false });
  return asked(session, session.open({ id: ID, parts: [part] }), 'codex');
}

/** What a heal leaves; null where there is nothing to heal, a sentence where it refuses. */
function healed(bytes: Uint8Array, lossy: boolean): Buffer | string | null {
  const outcome = opened(bytes).change(ask('heal', { lossy }));
  if (outcome.state === 'refused') return sentenceText(outcome.reason ?? '');
  if (outcome.state !== 'changed' || !('change' in outcome)) return null;
  const [step] = outcome.change.steps;
  if (step?.do !== 'put' || step.content.from !== 'edits') throw new Error('a heal edits the rollout');
  return Buffer.from(applyEdits(bytes, step.content.edits));
}

function recordsIn(bytes: Uint8Array): unknown[] {
  const lines = Buffer.from(bytes).toString().split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

test('a thread as the program writes it is sound, and a heal leaves it alone', () => {
  fc.assert(
    fc.property(thread, (lines) => {
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      expect([...opened(bytes).findings()].filter(({ code }) => ruleOf(code).severity !== 'info')).toEqual([]);
      expect(healed(bytes, true)).toBe(null);
    }),
    RUNS,
  );
});

test('a thread with flaws around its records is healed once, and every record stays in its place', () => {
  fc.assert(
    fc.property(flawed, ([lines, flaws]) => {
      const by = new Map(flaws.map(([place, flaw, share]) => [1 + (place % (lines.length - 1)), { flaw, share }]));
      const broken = lines.map((line, i) => {
        const { flaw = -1, share = 0 } = by.get(i) ?? {};
        return FLAWS[flaw]?.(line, share) ?? `${line}\n`;
      });
      const bytes = Buffer.from(broken.join(''));
      const after = healed(bytes, true) ?? bytes;
      if (typeof after === 'string') throw new Error(after);
      expect(recordsIn(after)).toEqual(lines.map((line) => JSON.parse(line)));
      expect(healed(after, true)).toBe(null);
      expect([...opened(after).findings()].filter(({ code }) => ruleOf(code).severity === 'error')).toEqual([]);
    }),
    RUNS,
  );
});

test('a thread of which any bytes are lost or exchanged is healed once, or not at all', () => {
  const harm = fc.tuple(fc.nat(), fc.nat(40), fc.uint8Array({ maxLength: 8 }));
  fc.assert(
    fc.property(thread, fc.array(harm, { minLength: 1, maxLength: 3 }), (lines, harms) => {
      let bytes: Uint8Array = Buffer.from(`${lines.join('\n')}\n`);
      for (const [place, remove, insert] of harms) {
        const at = place % (bytes.length + 1);
        bytes = applyEdits(bytes, [{ at, remove: Math.min(remove, bytes.length - at), insert }]);
      }
      const after = healed(bytes, true);
      if (after === null || typeof after === 'string') return;
      const again = healed(after, true);
      expect(again === null || typeof again === 'string').toBe(true);
      const errors = (of: Uint8Array) =>
        [...opened(of).findings()].filter(({ code }) => ruleOf(code).severity === 'error').length;
      expect(errors(after)).toBeLessThanOrEqual(errors(bytes));
    }),
    RUNS,
  );
});
