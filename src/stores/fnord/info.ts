import { cmd, type Sentence, sentence } from '../../model/command.ts';
import { type Ask, KEPT_TEXT } from '../decision.ts';
import type { KindInfo } from '../kind.ts';
import { countOf } from '../words.ts';
import { placeFnord } from './layout/layout.ts';
import { recogniseFnord } from './layout/recognise.ts';

/** fnord 0.9.x: docs/formats/fnord.md. */
export const fnordInfo: KindInfo = {
  name: 'fnord',
  formats: ['v0', 'v1'],
  targets: ['v1', 'v0'],
  reasons: async () => (await import('./list/reasons.ts')).fnordReasons,
  layout: {
    rootName: (shape) => (shape === 'home' ? '.fnord' : null),
    homes: ({ home }) => (home === null ? [] : [[`${home}/.fnord`]]),
    recognise: recogniseFnord,
    place: placeFnord,
    readsAllIn: 'conversations',
    settings: 'settings.json',
  },
  writes: 'over',
  remarks,
  skips: fnordSkips,
};

/**
 * Remarks on a whole run: builds that can no longer see the conversations, and the way back (docs/formats/fnord.md,
 * "History of writers").
 */
function remarks(ask: Ask, changed: number): readonly Sentence[] {
  const { verb } = ask;
  if (verb === 'delete') return [KEPT_TEXT];
  if (ask.verb !== 'migrate') return [];
  if (ask.to === 'v0') return ['fnord writes v1 again whenever it saves one of these conversations'];
  return [
    sentence`an older build would no longer see ${countOf(changed, 'conversation')}: ${BLIND}, and so does ${cmd`migrate --to v0`}`,
  ];
}

export const BLIND = sentence`fnord before 0.9.34 (May 2026) cannot read v1; ${cmd`undo`} goes back`;

/**
 * True when the head is one that convo's own migration writes: nothing to do. Any other conversation is read whole, so
 * that refused ones are reported.
 */
export function fnordSkips(ask: Ask, role: string, head: Uint8Array): boolean {
  if (ask.verb !== 'migrate') return false;
  if (role !== 'conversation' && role !== 'archived') return true;
  if (head.length === 0) return false;
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES)).toString('latin1');
  return ask.to === 'v0' ? V0.test(start) : V1.test(start);
}

/** Bytes; longer than either head. */
const HEAD_BYTES = 64;
const V0 = /^\d{1,12}:\{/;
const V1 = /^\{"version":1,"timestamp":-?\d{1,12}[,}]/;
