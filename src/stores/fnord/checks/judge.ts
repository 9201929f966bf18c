import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { member, spanOf, textOf } from '../../../codecs/json/value.ts';
import type { DecodedFnord } from '../decode/decode.ts';
import { type FnordTrouble, remark } from '../decode/trouble.ts';
import { memoryTroubles } from '../hydrate/memory.ts';
import { isPlainAround } from '../hydrate/plain.ts';
import { taskTroubles } from '../hydrate/tasks.ts';
import { fnordKeyTroubles, messageTroubles, metadataTroubles, topTroubles } from './shape-troubles.ts';
import { v0Passes } from './v0-passes.ts';

/** What fnord makes of a file at its next read. */
export interface FnordJudgement {
  readonly readable: boolean;
  /** What makes fnord refuse it first; null for a readable file. */
  readonly trouble: FnordTrouble | null;
  /** The read itself replaces the file by a healed v1 one. */
  readonly rewritten: boolean;
  /** Everything that is wrong, the cause of a refusal included. */
  readonly troubles: readonly FnordTrouble[];
  /** What its healing passes for v0 find. */
  readonly passes: readonly FnordTrouble[];
}

/** Judges a file by its bytes alone, as fnord's reader would (docs/formats/fnord.md, "Reading"). */
export function judgeFnord(document: DecodedFnord): FnordJudgement {
  if (isSound(document)) return SOUND;
  const { form, whole, body } = document;
  const passes = form === 'v0' && whole && body !== null ? [...v0Passes(body, document.plain() !== null)] : [];
  const shape = whole ? shapeTroubles(document) : [];
  const reached = document.format !== null && document.faults.length === 0;
  const rewritten = reached && passes.length > 0 && !passes.some(({ refuses }) => refuses);
  const found = eachOnce([...document.faults, ...settle(passes, rewritten), ...shape]);
  const trouble = found.find(({ refuses }) => refuses) ?? null;
  const readable = trouble === null && document.format !== null;
  const after = form === 'v0' && whole ? afterRewrite(document, rewritten, readable) : [];
  return { readable, trouble, rewritten, troubles: [...found, ...after, ...doubled(document)], passes };
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

function shapeTroubles(document: DecodedFnord): FnordTrouble[] {
  return [
    ...(document.plain() === null ? messageTroubles(document) : []),
    ...taskTroubles(document),
    ...memoryTroubles(document),
    ...metadataTroubles(document),
    ...fnordKeyTroubles(document),
    ...topTroubles(document),
  ];
}

/** A pass that raises leaves the file as it is: what the passes would change stays. */
function settle(passes: readonly FnordTrouble[], rewritten: boolean): readonly FnordTrouble[] {
  if (rewritten) return passes;
  return passes.map((each) => (each.refuses ? each : { ...each, owner: 'refuses' }));
}

/** A pass and the hydration can meet the same value; an object among arguments is one legacy shape, not two. */
function eachOnce(troubles: readonly FnordTrouble[]): FnordTrouble[] {
  const seen = new Set<string>();
  return troubles.filter(({ code, offset }) => {
    const key = `${code === 'FN113' ? 'FN112' : code} ${offset}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function* afterRewrite({ body }: DecodedFnord, rewritten: boolean, readable: boolean): Generator<FnordTrouble> {
  if (body === null) return;
  const own = member(body, 'timestamp') ?? member(body, 'version');
  if (own !== null)
    yield rewritten
      ? remark('FN174', own, 'rewrites', 'will have its timestamp or version twice')
      : remark('FN173', own, 'drops', 'has a timestamp or version in its body');
  if (rewritten && !readable) yield remark('FN175', body, 'rewrites', 'will be rewritten and still be refused');
}

function* doubled({ tape }: DecodedFnord): Generator<FnordTrouble> {
  if (tape === null) return;
  for (const { key } of duplicateKeys(tape)) {
    const detail = `has the key "${textOf(key).slice(0, 60)}" twice in one object`;
    yield { ...remark('FN022', { tape, at: key.at + 1 }, 'drops', detail), offset: spanOf(key).start };
  }
}
