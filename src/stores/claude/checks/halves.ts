import { lexemeOf } from '../../../codecs/json/value.ts';
import { once } from '../../../model/once.ts';
import { HashLookup } from '../../engine/hash.ts';
import { lastValue } from '../../engine/text-at.ts';
import { contentOf } from '../read/content.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import { isSameAnswer, UNSENT } from '../read/sent-messages.ts';
import type { SessionFile } from '../session-file.ts';
import { type RecordFinding, recordFinding } from './record-finding.ts';

/** Calls and results that are not sent, because the other half is missing. */
export function* unsentHalves(file: SessionFile): Generator<RecordFinding> {
  const { tools } = file.records();
  const { unsent } = file.history();
  const plain = { CL410: [], CL411: [], CL413: [] } satisfies Record<string, number[]> as Record<HalfCode, number[]>;
  const known = once(() => callsIn(file));
  for (let i = 0; i < tools.count; i++) {
    const because = lostHalf(file, i, known);
    if (because >= 0) yield halfFinding(file, i, because);
    else if (unsent[i] !== 0 && !isCopiedHalf(file, i)) plain[halfOf(file, i)].push(i);
  }
  for (const [code, all] of Object.entries(plain) as [HalfCode, number[]][])
    yield* firstOf(file, all, code, HALF_CODES[code]);
  yield* firstOf(
    file,
    file.history().noted,
    'CL410',
    'has a call without a result, for which the program sends a note',
  );
}

/** One finding for all calls or results of which the same is to be said. */
function* firstOf(file: SessionFile, all: readonly number[], code: HalfCode, detail: string): Generator<RecordFinding> {
  const [first] = all;
  if (first === undefined) return;
  const { tools } = file.records();
  const more = all.length === 1 ? '' : `, the first of ${all.length}`;
  const path = `/message/content/${tools.block[first]}`;
  yield { ...recordFinding(file, tools.n[first] as number, code, `${detail}${more}`), at: path };
}

type HalfCode = 'CL410' | 'CL411' | 'CL413';

const HALF_CODES = {
  CL410: 'has a call without a result, which is not sent',
  CL411: 'has a result without a call, which is not sent',
  CL413: 'has a call with the id of one before it: it is not sent',
} as const;

function halfOf(file: SessionFile, i: number): HalfCode {
  const repeated = file.history().unsent[i] === UNSENT.repeated;
  if (repeated) return 'CL413';
  return file.records().tools.isCall[i] === 1 ? 'CL410' : 'CL411';
}

function halfFinding(file: SessionFile, i: number, because: number): RecordFinding {
  const { tools } = file.records();
  const n = tools.n[i] as number;
  const at = `/message/content/${tools.block[i]}`;
  const found = (what: string) => ({
    ...recordFinding(file, n, 'CL218', `has ${what} is lost: it is not sent`),
    at,
    because,
  });
  return tools.isCall[i] === 1 ? { ...found('a call whose result'), since: n } : found('a result whose call');
}

/**
 * The record that proves that the other half of a call or a result existed; -1 for none. For a call it is a later answer:
 * the program sent all results before it. A result proves its own call.
 */
function lostHalf(file: SessionFile, i: number, known: () => HashLookup): number {
  const records = file.records();
  const { tools } = records;
  const { unsent, chain } = file.history();
  const n = tools.n[i] as number;
  if (tools.isCall[i] === 1) return unsent[i] === UNSENT.unanswered ? answerAfter(file, n) : -1;
  const isMain = !records.has(n, RECORD_FLAG.sidechain) && !file.links().isReplaced(n);
  const isBehind = n > (chain.records[0] ?? 0) || (chain.isCut && n === chain.records[0]);
  return isMain && isBehind && known().get(tools.id, i) < 0 ? n : -1;
}

function callsIn(file: SessionFile): HashLookup {
  const { tools } = file.records();
  const calls = new HashLookup(tools.id, tools.count);
  for (let i = 0; i < tools.count; i++) if (tools.isCall[i] === 1) calls.put(i);
  return calls;
}

/** The answer that follows one, with nothing but results or their remains between them; -1 for none. */
function answerAfter(file: SessionFile, n: number): number {
  const records = file.records();
  for (let next = n + 1; next < records.count; next++) {
    // A copy further down was said here.
    const isThere = file.history().isSent(next) || file.links().isReplaced(next);
    if (!isThere || records.has(next, RECORD_FLAG.results)) continue;
    if (records.classOf[next] !== CLASS.assistant) {
      if (lastValue(file.scan(next)?.record, 'toolUseResult') === null) return -1;
      continue;
    }
    if (!isSameAnswer(records, n, next)) return next;
  }
  return -1;
}

/**
 * True if a call or result is there twice, so that nothing is lost: any result of one call, or an equal call before it
 * in its record.
 */
function isCopiedHalf(file: SessionFile, i: number): boolean {
  const { tools } = file.records();
  if (file.history().unsent[i] !== UNSENT.repeated) return false;
  if (tools.isCall[i] === 0) return true;
  const message = lastValue(file.scan(tools.n[i] as number)?.record, 'message');
  const blocks = contentOf(message).map(lexemeOf);
  const place = tools.block[i] as number;
  return blocks.indexOf(blocks[place] as string) < place;
}
