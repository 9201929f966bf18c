import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { member, spanOf, textOf } from '../../../codecs/json/value.ts';
import { bound } from '../../engine/bounded.ts';
import type { DecodedFnord } from '../read/decode.ts';
import { type FnordFinding, remark } from '../read/fnord-finding.ts';
import { memoryTroubles } from '../read/memory.ts';
import { isPlainAround } from '../read/plain.ts';
import { taskTroubles } from '../read/tasks.ts';
import { fnordKeyTroubles, messageTroubles, metadataTroubles, topTroubles } from './shape-troubles.ts';
import { v0Passes } from './v0-passes.ts';

/** The judgement of fnord on a file at its next read. */
export interface FnordJudgement {
  readonly readable: boolean;
  /** What makes fnord refuse it first; null for a readable file. */
  readonly trouble: FnordFinding | null;
  /** The read itself replaces the file by a healed v1 one. */
  readonly rewritten: boolean;
  /** Everything that is wrong, the cause of a refusal included. */
  readonly troubles: readonly FnordFinding[];
  /** What its healing passes for v0 find. */
  readonly passes: readonly FnordFinding[];
}

/** Judges a file by its bytes alone, as fnord's reader would (docs/formats/fnord.md, "Reading"). */
export function judgeFnord(document: DecodedFnord): FnordJudgement {
  if (isSound(document)) return SOUND;
  const { form, whole } = document;
  const passes = [...held(passTroubles(document))];
  const reached = document.format !== null && document.faults.length === 0;
  const rewritten = reached && passes.length > 0 && !passes.some(({ refuses }) => refuses);
  const found = [...held(fnordTroubles(document, rewritten))];
  const trouble = found.find(({ refuses }) => refuses) ?? null;
  const readable = trouble === null && document.format !== null;
  const after = form === 'v0' && whole ? afterRewrite(document, rewritten, readable) : [];
  return { readable, trouble, rewritten, troubles: [...found, ...after, ...held(doubled(document))], passes };
}

const SOUND: FnordJudgement = {
  readable: true,
  trouble: null,
  rewritten: false,
  troubles: [],
  passes: [],
};

/** Most documents are sound, and seeing it makes nothing. */
function isSound(document: DecodedFnord): boolean {
  const { body, form, format, faults } = document;
  if (body === null || format === null || faults.length > 0 || document.plain() === null) return false;
  return isPlainAround(body, form);
}

/** Everything that fnord's healing passes for v0 find, however much it is; nothing in a document of another form. */
export function passTroubles(document: DecodedFnord): Iterable<FnordFinding> {
  const { form, whole, body } = document;
  return form === 'v0' && whole && body !== null ? v0Passes(body, document.plain() !== null) : [];
}

/** Everything that is wrong, however much it is, but for keys that come twice; `rewritten`: the next read heals what the passes find. */
export function* fnordTroubles(document: DecodedFnord, rewritten: boolean): Generator<FnordFinding> {
  // A pass and the hydration can meet the same value; an object among arguments is one legacy shape, not two.
  const seen = new Set<number>();
  yield* document.faults;
  for (const each of passTroubles(document)) {
    const before = seen.size;
    // A pass that raises leaves the file as it is: what the passes would change stays.
    if (seen.add(keyOf(each)).size > before) yield rewritten || each.refuses ? each : { ...each };
  }
  for (const each of shapeTroubles(document)) if (!seen.has(keyOf(each))) yield each;
}

function* shapeTroubles(document: DecodedFnord): Generator<FnordFinding> {
  if (!document.whole) return;
  if (document.plain() === null) yield* messageTroubles(document);
  yield* taskTroubles(document);
  yield* memoryTroubles(document);
  yield* metadataTroubles(document);
  yield* fnordKeyTroubles(document);
  yield* topTroubles(document);
}

/** A number, because there may be a million. */
function keyOf({ code, offset }: FnordFinding): number {
  return offset * 1000 + Number((code === 'FN113' ? 'FN112' : code).slice(2));
}

/** The first of each code; those that are only counted have no place. */
function* held(troubles: Iterable<FnordFinding>): Generator<FnordFinding> {
  const all = bound<FnordFinding>((first, count) => ({ ...first, where: null, count }));
  for (const each of troubles) if (all.admits(each)) yield each;
  yield* all.rest();
}

function* afterRewrite({ body }: DecodedFnord, rewritten: boolean, readable: boolean): Generator<FnordFinding> {
  if (body === null) return;
  const own = member(body, 'timestamp') ?? member(body, 'version');
  if (own !== null)
    yield rewritten
      ? remark('FN174', own, 'will have its timestamp or version twice')
      : remark('FN173', own, 'has a timestamp or version in its body');
  if (rewritten && !readable) yield remark('FN175', body, 'will be rewritten and still be refused');
}

function* doubled({ tape }: DecodedFnord): Generator<FnordFinding> {
  if (tape === null) return;
  for (const { key } of duplicateKeys(tape)) {
    const detail = `has the key "${textOf(key).slice(0, 60)}" twice in one object`;
    yield { ...remark('FN022', { tape, at: key.at + 1 }, detail), offset: spanOf(key).start };
  }
}
