import { lexemeOf } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { once } from '../../../model/once.ts';
import { HashLookup } from '../../engine/hash.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import { contentOf } from '../read/content.ts';
import { beginsWithAnswer } from '../read/history.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { Records } from '../read/records.ts';
import { isSameAnswer, UNSENT_REASON } from '../read/sent-messages.ts';
import { type BlockPlace, unansweredServerCalls } from '../read/server-calls.ts';
import type { SessionFile } from '../session-file.ts';
import {
  beginningIsDamage,
  damagedFork,
  isRootByRight,
  lostBranches,
  messagesPassed,
  unsentBefore,
  writersAtOnce,
} from './damaged-links.ts';
import { type EndedByCopy, endedByCopy, markedFinding, misplacedRecord, replacedRecords } from './misplaced.ts';
import { type RecordFinding, recordFinding } from './record-finding.ts';

export function* lossesOf(file: SessionFile): Generator<RecordFinding> {
  const { chain, sent } = file.history();
  if (sent.length === 0) {
    const found = noConversation(file);
    if (found !== null) yield found;
    return;
  }
  const ended = endedByCopy(file);
  const moved = ended === null ? movedIn(file) : -1;
  // If part of the file was moved, a beginning that only looks new is no finding.
  for (const each of beginningFindings(file)) if (each.code !== 'CL203' || moved < 0) yield each;
  if (beginsWithAnswer(file.records(), file.history()))
    yield {
      ...recordFinding(
        file,
        sent[0] as number,
        'CL216',
        'begins the conversation with an answer: no question is before it',
      ),
      because: chain.records[0] as number,
    };
  else if (moved >= 0)
    yield recordFinding(file, moved, 'CL220', 'is before the record that it follows: it is not sent');
  yield* jointFindings(file);
  yield* unsentHalves(file);
  yield* replacedRecords(file);
  yield* lostBranchFindings(file);
  yield* keptApart(file);
  const marked = markedFinding(file);
  if (marked !== null) yield marked;
  yield* ended === null ? asideFindings(file, moved) : [copyAtEnd(file, ended)];
}

/** Result of `misplacedRecord`; -1 if every message is sent and no compaction removed any. */
function movedIn(file: SessionFile): number {
  const mayLack = file.history().passesSome || file.records().haveSome(RECORD_FLAG.boundary);
  return mayLack ? misplacedRecord(file) : -1;
}

/** Finding on messages after a record whose copy ends the conversation. */
function copyAtEnd(file: SessionFile, { passed }: EndedByCopy): RecordFinding {
  const them = passed.length === 1 ? 'it is' : `${countOf(passed.length, 'message')} from here on are`;
  const detail = `follows a record that is repeated where the conversation ends: ${them} not sent`;
  return recordFinding(file, passed[0] as number, 'CL228', detail);
}

/** Why the program finds no conversation; null if nothing was said. */
function noConversation(file: SessionFile): RecordFinding | null {
  const marked = markedFinding(file);
  const said = file.records().firstSaid();
  if (marked !== null || said < 0) return marked;
  const detail = isNulAlone(file)
    ? 'holds NUL bytes alone: what was said is lost'
    : 'holds no conversation that the program finds';
  // A line that hides all messages is the cause.
  return { ...recordFinding(file, said, 'CL219', detail), because: said + 1 };
}

/** True for a file of only NUL bytes, as a crash of the system leaves. */
function isNulAlone({ source }: SessionFile): boolean {
  if (source === null) return false;
  for (let at = 0; at < source.size; at += WINDOW)
    if (!source.slice(at, Math.min(WINDOW, source.size - at)).every((byte) => byte === 0)) return false;
  return true;
}

const WINDOW = 1 << 16;

/** Findings on a conversation that begins after other messages. */
function* beginningFindings(file: SessionFile): Generator<RecordFinding> {
  const { chain } = file.history();
  const [first = -1] = chain.records;
  const passed = unsentBefore(file, first);
  const lost = `${countOf(passed, 'message')} before it ${passed === 1 ? 'is' : 'are'} not sent`;
  if (chain.isBroken && isRootByRight(file, first))
    yield recordFinding(
      file,
      first,
      'CL212',
      'begins the conversation as it should, and its parent is not in the file',
    );
  else if (chain.isBroken && passed > 0) {
    const code = file.links().parentOf(first) >= 0 ? 'CL204' : 'CL201';
    yield recordFinding(file, first, code, `begins the conversation, ${whyWithoutParent(file, first)}: ${lost}`);
  } else if (chain.isBroken && file.links().parentOf(first) >= 0)
    yield recordFinding(file, first, 'CL212', `begins the conversation, ${whyWithoutParent(file, first)}`);
  else if (chain.isBroken)
    yield recordFinding(file, first, 'CL213', 'begins the conversation, and the record before it is lost');
  else if (passed > 0 && !isRootByRight(file, first) && !isFirstPrompt(file, first))
    yield newBeginning(file, first, lost);
}

/** True for a question that is numbered as the first, as after a rewind to the first one. */
function isFirstPrompt(file: SessionFile, n: number): boolean {
  const record = file.scan(n)?.record ?? null;
  const index = lastValue(lastValue(record, 'turnPosition'), 'promptIndex');
  return index !== null && lexemeOf(index) === '1' && !isOfAnother(file, n);
}

/** A finding on a record without a parent that begins the conversation after other records; only the records themselves show why. */
function newBeginning(file: SessionFile, first: number, lost: string): RecordFinding {
  const begins = (code: Code, detail: string) => recordFinding(file, first, code, `${detail}: ${lost}`);
  if (beginningIsDamage(file, first)) return begins('CL215', 'names no parent and goes on with what is before it');
  if (isOfAnother(file, first)) return begins('CL227', 'begins another session in the same file');
  return begins('CL203', 'begins the conversation anew');
}

/** True for a record of another session than the message before it: somebody joined two files. */
function isOfAnother(file: SessionFile, n: number): boolean {
  let before = n - 1;
  while (before >= 0 && !file.history().isMain(before)) before--;
  const [own, others] = [n, before].map((each) => textAt(file.scan(each)?.record, 'sessionId'));
  return own != null && others != null && own !== others;
}

/** Findings on records whose parent is missing, which the program links to the record written before. */
function* jointFindings(file: SessionFile): Generator<RecordFinding> {
  const { joined } = file.history().chain;
  const lost = joined.filter(gapsIn(file));
  for (const n of lost) yield recordFinding(file, n, 'CL213', 'follows a record that is lost');
  const over = messagesPassed(file);
  for (const [n, passed] of over)
    if (passed > 0) {
      const which = `${countOf(passed, 'message')} before it, which ${passed === 1 ? 'is' : 'are'} not sent`;
      const parent = isOwnParent(file, n) ? 'it is its own parent' : 'its parent is not in the file';
      yield recordFinding(file, n, 'CL221', `passes over ${which}: ${parent}`);
    }
  const [first, ...more] = joined.filter((n) => !lost.includes(n) && over.get(n) === 0);
  if (first === undefined) return;
  const detail = `follows what was written before it, ${whyWithoutParent(file, first)}`;
  yield recordFinding(
    file,
    first,
    'CL212',
    more.length === 0 ? detail : `${detail}, the first of ${more.length + 1} such records`,
  );
}

function whyWithoutParent(file: SessionFile, n: number): string {
  if (isOwnParent(file, n)) return 'being its own parent';
  return file.links().parentOf(n) >= 0 ? 'its parent being a record after it' : 'its parent not being in the file';
}

function isOwnParent(file: SessionFile, n: number): boolean {
  const { record = null } = file.scan(n) ?? {};
  const uuid = textAt(record, 'uuid');
  return uuid !== null && uuid === textAt(record, 'parentUuid');
}

/** Returns a test for joined records: true for an answer without a question before it, or a question without an answer before it. */
function gapsIn(file: SessionFile): (n: number) => boolean {
  const records = file.records();
  const { sent } = file.history();
  const places = once(() => new Map(Array.from(sent, (n, place) => [n, place])));
  return (n) => {
    // The summary follows its compaction at once.
    if (records.has(keptBefore(records, n), RECORD_FLAG.boundary)) return !records.has(n, RECORD_FLAG.summary);
    const before = sent[(places().get(n) ?? 0) - 1];
    if (before === undefined || !records.isMessage(n) || isRootByRight(file, n)) return false;
    if (records.classOf[n] === CLASS.user) return isQuestion(records, n) && !endsTurn(records, before);
    return records.classOf[before] === CLASS.assistant && !isSameAnswer(records, before, n);
  };
}

/** The previous record of the conversation in the file; -1 for none. */
function keptBefore(records: Records, n: number): number {
  let before = n - 1;
  while (before >= 0 && !records.isKept(before)) before--;
  return before;
}

function isQuestion(records: Records, n: number): boolean {
  return !records.has(n, RECORD_FLAG.paired | RECORD_FLAG.meta);
}

function endsTurn(records: Records, n: number): boolean {
  return !records.has(n, RECORD_FLAG.results);
}

/** Findings on messages after the conversation's end, on a branch whose first parent is missing or part of the branch. */
function* lostBranchFindings(file: SessionFile): Generator<RecordFinding> {
  for (const [n, messages] of lostBranches(file)) {
    const which = `${countOf(messages, 'message')} that ${messages === 1 ? 'is' : 'are'} not sent`;
    const why =
      file.links().parentOf(n) < 0 ? 'not in the file' : n === file.links().parentOf(n) ? 'itself' : 'after it';
    yield recordFinding(file, n, 'CL223', `begins a branch of ${which}: its parent is ${why}`);
  }
}

/** A finding if records that the last compaction keeps are not sent. */
function* keptApart(file: SessionFile): Generator<RecordFinding> {
  const { preserved } = file.links();
  const history = file.history();
  if (preserved === null || !history.isOn(preserved.boundary)) return;
  const { boundary, records } = preserved;
  if (records === null)
    yield recordFinding(file, boundary, 'CL222', 'keeps records that are not all there: none of them is sent');
  else if (records.some((each) => !history.isOn(each))) {
    const found = recordFinding(
      file,
      boundary,
      'CL222',
      'keeps records behind one that is not there: they are not sent',
    );
    // A record after the compaction that skips its summary skips the kept records, too.
    const behind = history.chain.joined.find((n) => n > boundary);
    yield behind === undefined ? found : { ...found, because: behind };
  }
}

/** Findings on unsent branches: an error if a link is damaged, a warning if two programs wrote at once. */
function* asideFindings(file: SessionFile, moved: number): Generator<RecordFinding> {
  if (!file.history().passesSome) return;
  const fork = moved < 0 ? damagedFork(file, file.history().chain) : null;
  if (fork !== null) {
    const passed = unsentBefore(file, fork.n) - unsentBefore(file, fork.parent);
    const detail = `names an older record as its parent than it had: ${countOf(passed, 'message')} between them`;
    yield recordFinding(file, fork.n, 'CL224', `${detail} ${passed === 1 ? 'is' : 'are'} not sent`);
    return;
  }
  const writers = writersAtOnce(file);
  if (writers >= 0)
    yield recordFinding(
      file,
      writers,
      'CL217',
      'is of a branch that another program wrote at the same time: it is not sent',
    );
}

/** Findings on calls and results that are not sent, because the other half is missing. */
function* unsentHalves(file: SessionFile): Generator<RecordFinding> {
  const { tools } = file.records();
  const { unsent } = file.history();
  const plain = { CL410: [], CL411: [], CL413: [] } satisfies Record<string, number[]> as Record<HalfCode, number[]>;
  const known = once(() => callsIn(file));
  for (let i = 0; i < tools.count; i++) {
    const because = lostHalf(file, i, known);
    if (because >= 0) yield halfFinding(file, i, because);
    else if (unsent[i] !== 0 && !isCopiedHalf(file, i)) plain[halfOf(file, i)].push(i);
  }
  const placed = (some: readonly number[]) =>
    some.map((i) => ({ n: tools.n[i] as number, block: tools.block[i] as number }));
  for (const [code, all] of Object.entries(plain) as [HalfCode, number[]][])
    yield* firstOf(file, placed(all), code, HALF_CODES[code]);
  const noted = 'has a call without a result, for which the program sends a note';
  yield* firstOf(file, placed(file.history().noted), 'CL410', noted);
  const ofServers = 'has a call of a tool of the API without a result, which is not sent';
  yield* firstOf(file, unansweredServerCalls(file), 'CL410', ofServers);
}

function* firstOf(
  file: SessionFile,
  all: readonly BlockPlace[],
  code: HalfCode,
  detail: string,
): Generator<RecordFinding> {
  const [first] = all;
  if (first === undefined) return;
  const more = all.length === 1 ? '' : `, the first of ${all.length}`;
  yield { ...recordFinding(file, first.n, code, `${detail}${more}`), at: `/message/content/${first.block}` };
}

type HalfCode = 'CL410' | 'CL411' | 'CL413';

const HALF_CODES = {
  CL410: 'has a call without a result, which is not sent',
  CL411: 'has a result without a call, which is not sent',
  CL413: 'has a call with the id of one before it: it is not sent',
} as const;

function halfOf(file: SessionFile, i: number): HalfCode {
  const repeated = file.history().unsent[i] === UNSENT_REASON.repeated;
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
 * The record that proves that the other half existed; -1 for none. For a call it is a later answer, since the program sent all results
 * before that. A result proves its own call.
 */
function lostHalf(file: SessionFile, i: number, known: () => HashLookup): number {
  const records = file.records();
  const { tools } = records;
  const { unsent, chain } = file.history();
  const n = tools.n[i] as number;
  if (tools.isCall[i] === 1) return unsent[i] === UNSENT_REASON.unanswered ? answerAfter(file, n) : -1;
  const isMain = !records.has(n, RECORD_FLAG.sidechain) && !file.links().isReplaced(n);
  const isBehind = n > (chain.records[0] ?? 0) || (chain.isBroken && n === chain.records[0]);
  return isMain && isBehind && known().get(tools.id, i) < 0 ? n : -1;
}

function callsIn(file: SessionFile): HashLookup {
  const { tools } = file.records();
  const calls = new HashLookup(tools.id, tools.count);
  for (let i = 0; i < tools.count; i++) if (tools.isCall[i] === 1) calls.put(i);
  return calls;
}

/** The next answer after one, with only results or their remains between them; -1 for none. */
function answerAfter(file: SessionFile, n: number): number {
  const records = file.records();
  for (let next = n + 1; next < records.count; next++) {
    // A copy further down shows that the record was here.
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

/** True for a repeated call or result, so that nothing is lost: another result of the call, or an equal call before it in its record. */
function isCopiedHalf(file: SessionFile, i: number): boolean {
  const { tools } = file.records();
  if (file.history().unsent[i] !== UNSENT_REASON.repeated) return false;
  if (tools.isCall[i] === 0) return true;
  const message = lastValue(file.scan(tools.n[i] as number)?.record, 'message');
  const blocks = contentOf(message).map(lexemeOf);
  const place = tools.block[i] as number;
  return blocks.indexOf(blocks[place] as string) < place;
}
