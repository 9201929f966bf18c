import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import type { SaidKind } from '../../../../src/stores/codex/read/item-words.ts';
import { openRollout } from '../../../../src/stores/codex/read/rollout-file.ts';
import { messagesIn, messagesShown, NO_LINEAGE } from '../../../../src/stores/codex/read/transcript.ts';

const TOP = join(import.meta.dirname, '../../../../fixtures/codex');
const ROLLOUTS = readdirSync(TOP, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\/before\/.*rollout-[^/]*\.jsonl$/.test(path),
);

function opened(bytes: Uint8Array) {
  const path = 'sessions/2026/03/04/rollout-2026-03-04T09-30-15-019a4e33-e458-7610-88eb-000000000001.jsonl';
  const part = {
    path,
    role: 'dated',
    type: 'file',
    bytes: null,
    source: bytesSource(bytes),
    size: bytes.length,
  } as const;
  return openRollout({ ...part, mtime: 0, mode: 0, digest: () => '' }, 'home', () => 'not-zstd');
}

const kindOf = ({ role, type, name }: SaidKind) => `${role} ${type} ${name ?? ''}`;

/** Kinds of the messages that are shown, as they are counted, and as a transcript has them. */
function both(bytes: Uint8Array) {
  const [counted, shown] = [opened(bytes), opened(bytes)];
  return [
    [...messagesShown(counted, NO_LINEAGE, false)].map(kindOf),
    [...messagesIn(shown, NO_LINEAGE, false)].filter(({ hidden }) => !hidden).map(kindOf),
  ];
}

/** The lines of a rollout without its events, so that no turn is known and the items for the model are shown. */
function withoutEvents(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  return Buffer.from(lines.filter((line) => !line.includes('"event_msg"')).join('\n'), 'latin1');
}

test('messages are counted as they are shown, with turns and without', () => {
  expect(ROLLOUTS.length).toBeGreaterThan(50);
  let messages = 0;
  for (const path of ROLLOUTS) {
    const bytes = readFileSync(join(TOP, path));
    for (const each of [bytes, withoutEvents(bytes)]) {
      const [counted = [], shown] = both(each);
      expect(counted, path).toEqual(shown);
      messages += counted.length;
    }
  }
  expect(messages).toBeGreaterThan(200);
});
