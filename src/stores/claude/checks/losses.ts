import type { Code } from '../../../model/findings.ts';
import { count } from '../../count.ts';
import { Lookup } from '../../engine/hash.ts';
import { once } from '../../once.ts';
import { lastValue } from '../python/get.ts';
import { beginsWithAnswer } from '../read/history.ts';
import { UNSENT } from '../read/pairs.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { Records } from '../read/records.ts';
import { isSameAnswer } from '../read/sent-messages.ts';
import type { SessionFile } from '../session-file.ts';
import { cutBranches, isRootByRight, messagesPassed, passedBefore, writersAtOnce } from './beginnings.ts';
import { isCopiedHalf } from './copied-half.ts';
import { beginningIsDamage, damagedFork } from './damaged-links.ts';
import { markedFinding } from './marked.ts';
import { misplacedRecord } from './misplaced.ts';
import type { RecordFinding } from './record-finding.ts';
import { replacedRecords } from './replaced.ts';

/** What the program does not send although it is in the file, and what shows that something is lost. */
export function* lossesOf(file: SessionFile): Generator<RecordFinding> {
  const { chain, sent } = file.history();
  if (sent.length === 0) {
    const marked = markedFinding(file);
    if (marked !== null) {
      yield marked;
      return;
    }
    const said = file.records().firstSaid();
    const detail = 'is of a file in which the program finds no conversation';
    // A line that hides all that was said is the cause.
    if (said >= 0) yield { ...at(file, said, 'CL219', detail), because: said + 1 };
    return;
  }
  const moved = misplacedRecord(file);
  // A beginning that only looks new where part of the file was moved before it is no finding of its own.
  for (const each of beginning(file)) if (each.code !== 'CL203' || moved < 0) yield each;
  if (beginsWithAnswer(file.records(), file.history()))
    yield {
      ...at(file, sent[0] as number, 'CL216', 'begins the conversation with an answer: no question is before it'),
      because: chain.records[0] as number,
    };
  else if (moved >= 0) yield at(file, moved, 'CL220', 'is before the record that it follows: it is not sent');
  yield* joints(file);
  yield* halves(file);
  yield* replacedRecords(file, (n, code, detail) => at(file, n, code, detail));
  yield* cutOff(file);
  yield* keptApart(file);
  const marked = markedFinding(file);
  if (marked !== null) yield marked;
  yield* aside(file, moved);
}

function at(file: SessionFile, n: number, code: Code, detail: string): RecordFinding {
  return { n, code, at: '', offset: file.records().at[n] ?? 0, detail, because: n };
}

/** Why the conversation begins where it does, where something is before it in the file. */
function* beginning(file: SessionFile): Generator<RecordFinding> {
  const { chain } = file.history();
  const [first = -1] = chain.records;
  const passed = passedBefore(file, first);
  const lost = `${count(passed, 'message')} before it ${passed === 1 ? 'is' : 'are'} not sent`;
  if (chain.isCut && isRootByRight(file, first))
    yield at(file, first, 'CL212', 'begins the conversation as it should, and its parent is not in the file');
  else if (chain.isCut && passed > 0) {
    const isRing = file.links().parentOf(first) >= 0;
    yield isRing
      ? at(file, first, 'CL204', `begins the conversation, its parent being a record after it: ${lost}`)
      : at(file, first, 'CL201', `begins the conversation, its parent not being in the file: ${lost}`);
  } else if (chain.isCut && file.links().parentOf(first) >= 0)
    yield at(file, first, 'CL212', 'begins the conversation, its parent being a record after it');
  else if (chain.isCut) yield at(file, first, 'CL213', 'begins the conversation, and the record before it is lost');
  else if (passed > 0 && !isRootByRight(file, first)) yield anew(file, first, lost);
}

/** Why a record without a parent begins the conversation although others stand before it: only the records themselves can tell. */
function anew(file: SessionFile, first: number, lost: string): RecordFinding {
  const begins = (code: Code, detail: string) => at(file, first, code, `${detail}: ${lost}`);
  if (beginningIsDamage(file, first)) return begins('CL215', 'names no parent and goes on with what is before it');
  return begins('CL203', 'begins the conversation anew');
}

/** Records whose parent is not there, and that the program puts behind what was written before them. */
function* joints(file: SessionFile): Generator<RecordFinding> {
  const { joined } = file.history().chain;
  const lost = joined.filter((n) => isGap(file, n));
  for (const n of lost) yield at(file, n, 'CL213', 'follows a record that is lost');
  const over = messagesPassed(file);
  for (const [n, passed] of over)
    if (passed > 0) {
      const detail = `has a parent that is not in the file, and follows what was written before ${count(passed, 'message')}`;
      yield at(file, n, 'CL221', `${detail}: ${passed === 1 ? 'it is' : 'they are'} not sent`);
    }
  const [first, ...more] = joined.filter((n) => !lost.includes(n) && over.get(n) === 0);
  if (first === undefined) return;
  const detail = 'has a parent that is not in the file, and follows what was written before it';
  yield at(
    file,
    first,
    'CL212',
    more.length === 0 ? detail : `${detail}, the first of ${more.length + 1} such records`,
  );
}

/** Does a record not fit what it now follows: an answer without a question, a question without an answer. */
function isGap(file: SessionFile, n: number): boolean {
  const records = file.records();
  const { sent } = file.history();
  // The summary follows its compaction at once.
  if (records.has(keptBefore(records, n), RECORD_FLAG.boundary)) return !records.has(n, RECORD_FLAG.summary);
  const place = sent.indexOf(n);
  const before = sent[place - 1];
  if (place < 0 || before === undefined || !records.isMessage(n) || isRootByRight(file, n)) return false;
  if (records.is[n] === CLASS.user) return isQuestion(records, n) && !endsTurn(records, before);
  return records.is[before] === CLASS.assistant && !isSameAnswer(records, before, n);
}

/** The record before one in the file; -1 for none. */
function keptBefore(records: Records, n: number): number {
  let before = n - 1;
  while (before >= 0 && !records.isKept(before)) before--;
  return before;
}

function isQuestion(records: Records, n: number): boolean {
  return !records.has(n, RECORD_FLAG.paired | RECORD_FLAG.meta);
}

/** A question follows an answer, or another question or note. */
function endsTurn(records: Records, n: number): boolean {
  return !records.has(n, RECORD_FLAG.results);
}

/** Calls and results that are left out because the other half is not there. */
function* halves(file: SessionFile): Generator<RecordFinding> {
  const { tools } = file.records();
  const { unsent } = file.history();
  const plain = { CL410: [], CL411: [], CL413: [] } satisfies Record<string, number[]> as Record<Half, number[]>;
  const known = once(() => callsIn(file));
  for (let i = 0; i < tools.count; i++) {
    const because = lostHalf(file, i, known);
    if (because >= 0) yield half(file, i, because);
    else if (unsent[i] !== 0 && !isCopiedHalf(file, i)) plain[halfOf(file, i)].push(i);
  }
  for (const [code, all] of Object.entries(plain) as [Half, number[]][]) {
    const [first] = all;
    if (first === undefined) continue;
    const n = tools.n[first] as number;
    const more = all.length === 1 ? '' : `, the first of ${all.length}`;
    yield { ...at(file, n, code, `${HALF[code]}${more}`), at: `/message/content/${tools.block[first]}` };
  }
}

type Half = 'CL410' | 'CL411' | 'CL413';

const HALF = {
  CL410: 'has a call without a result, which is not sent',
  CL411: 'has a result without a call, which is not sent',
  CL413: 'has a call with the id of one before it: it is not sent',
} as const;

function halfOf(file: SessionFile, i: number): Half {
  const repeated = file.history().unsent[i] === UNSENT.repeated;
  if (repeated) return 'CL413';
  return file.records().tools.isCall[i] === 1 ? 'CL410' : 'CL411';
}

function half(file: SessionFile, i: number, because: number): RecordFinding {
  const { tools } = file.records();
  const what = tools.isCall[i] === 1 ? 'a call whose result is lost' : 'a result whose call is lost';
  const path = `/message/content/${tools.block[i]}`;
  return { ...at(file, tools.n[i] as number, 'CL218', `has ${what}: it is not sent`), at: path, because };
}

/**
 * The record that shows that the other half of a call or a result was there: an answer that follows the call, for which the program
 * has to have sent all results; a result, for which it has to have had the call. -1 where nothing shows it.
 */
function lostHalf(file: SessionFile, i: number, known: () => Lookup): number {
  const records = file.records();
  const { tools } = records;
  const { unsent, chain } = file.history();
  const n = tools.n[i] as number;
  if (tools.isCall[i] === 1) return unsent[i] === UNSENT.unanswered ? answerAfter(file, n) : -1;
  const isMain = !records.has(n, RECORD_FLAG.sidechain) && !file.links().isReplaced(n);
  return isMain && n > (chain.records[0] ?? 0) && known().get(tools.id, i) < 0 ? n : -1;
}

function callsIn(file: SessionFile): Lookup {
  const { tools } = file.records();
  const calls = new Lookup(tools.id, tools.count);
  for (let i = 0; i < tools.count; i++) if (tools.isCall[i] === 1) calls.put(i);
  return calls;
}

/** The answer that follows one, with nothing but results between them, or what is left of them; -1 for none. */
function answerAfter(file: SessionFile, n: number): number {
  const records = file.records();
  for (let next = n + 1; next < records.count; next++) {
    if (!file.history().isSent(next) || records.has(next, RECORD_FLAG.results)) continue;
    if (records.is[next] !== CLASS.assistant) {
      if (lastValue(file.scan(next)?.record, 'toolUseResult') === null) return -1;
      continue;
    }
    if (!isSameAnswer(records, n, next)) return next;
  }
  return -1;
}

/** Messages behind the end of the conversation, on a branch that begins with a record whose parent is not in the file. */
function* cutOff(file: SessionFile): Generator<RecordFinding> {
  for (const [n, messages] of cutBranches(file)) {
    const detail = `has a parent that is not in the file, and ${count(messages, 'message')} from here on`;
    yield at(file, n, 'CL223', `${detail} ${messages === 1 ? 'is' : 'are'} not sent`);
  }
}

/** What the last compaction keeps of what was before it, where it is not sent. */
function* keptApart(file: SessionFile): Generator<RecordFinding> {
  const { preserved } = file.links();
  const history = file.history();
  if (preserved === null || !history.isOn(preserved.boundary)) return;
  const { boundary, records } = preserved;
  if (records === null) yield at(file, boundary, 'CL222', 'keeps records that are not all there: none of them is sent');
  else if (records.some((each) => !history.isOn(each)))
    yield at(file, boundary, 'CL222', 'keeps records behind one that is not there: they are not sent');
}

/** Branches that are left aside: an error where a link is damaged, worth a warning where two programs wrote at once. */
function* aside(file: SessionFile, moved: number): Generator<RecordFinding> {
  const fork = moved < 0 ? damagedFork(file, file.history().chain) : null;
  if (fork !== null) {
    const passed = passedBefore(file, fork.n) - passedBefore(file, fork.parent);
    const detail = `names an older record as its parent than it had: ${count(passed, 'message')} between them`;
    yield at(file, fork.n, 'CL224', `${detail} ${passed === 1 ? 'is' : 'are'} not sent`);
    return;
  }
  const writers = writersAtOnce(file);
  if (writers >= 0)
    yield at(file, writers, 'CL217', 'is of a branch that another program wrote at the same time: it is not sent');
}
