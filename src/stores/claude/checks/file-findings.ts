import { firstWhere } from '../../../codecs/bytes.ts';
import { grouped } from '../../../model/collections.ts';
import { type Code, type Finding, ruleOf } from '../../../model/finding.ts';
import { once } from '../../../model/once.ts';
import { bySeverity, isDamage } from '../../../model/rules/row.ts';
import { isYoung } from '../../../model/time.ts';
import { isGzip, otherFormat } from '../../engine/faults/other-format.ts';
import { HashLookup, hashText } from '../../engine/hash.ts';
import type { SessionLife } from '../../engine/in-use.ts';
import { isWrittenByItsProgram } from '../../engine/prompts/companion-files.ts';
import { CLASS } from '../read/record-classes.ts';
import type { Records } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import type { FileFacts } from './facts.ts';
import { compressedDetail, RECORD_MEMBERS, SHAPES } from './file-shape.ts';
import { onePerCode, onlyHarmful } from './harm.ts';
import { type UnreadNames, unreadNames } from './hidden-bytes.ts';
import { lossesOf } from './losses.ts';
import type { RecordFinding } from './record-finding.ts';

/** A subagent's transcript is never sent, and its chain differs. */
export function* claudeFileFindings(file: SessionFile, life: SessionLife | null): Generator<Finding> {
  const { id, role } = file;
  const { path, size } = file.part;
  if (size === 0) return;
  const shape = file.shape();
  if (shape !== null) {
    yield { ...SHAPES[shape], id, path, at: null, offset: 0 };
    return;
  }
  const facts = file.facts();
  for (const each of recordFindings(file, facts, life)) yield placeFinding(each, id, path);
  // The id of a file that a person gives is its name.
  if (role === 'session' && file.part.role !== 'misnamed') yield* recordsOfOthers(file, facts);
}

function placeFinding(spotted: RecordFinding, id: string, path: string): Finding {
  const { n, at, code, offset, detail, isCause, consequences } = spotted;
  return {
    code,
    id,
    path,
    at: at === null ? null : `/${n}${at}`,
    offset,
    detail,
    ...(isCause === undefined ? {} : { isCause }),
    ...(consequences === undefined ? {} : { consequences: consequences.map((each) => placeFinding(each, id, path)) }),
  };
}

function recordFindings(file: SessionFile, { spotted, loneCr }: FileFacts, life: SessionLife | null): RecordFinding[] {
  const isAgent = file.role === 'agent';
  const format = isAgent || file.isSentWhole() ? null : formatFinding(file);
  if (format !== null) return [format];
  const own = isAgent
    ? spotted.filter(({ hazard, code }) => hazard !== true && code !== 'CL029')
    : onlyHarmful(file, spotted);
  const found =
    own.some(({ code }) => code === 'CL003') && isBeingWritten(file, life)
      ? own.map((each) => whileWritten(each, life))
      : own;
  if (isAgent) return onePerCode(loneCr < 0 ? found : [...found, loneCrs(loneCr, true)]);
  // Lines that end with CR alone explain an empty conversation.
  const losses = (file.isSentWhole() ? [] : [...lossesOf(file)]).filter(({ code }) => code !== 'CL219' || loneCr < 0);
  const lines = loneCr < 0 ? [] : [loneCrs(loneCr, missesBehindCr(file, losses))];
  return [...onePerCode(byCause(file.records(), gradedLines(file, found, losses), losses)), ...lines];
}

/** The only finding on a file of another format: its line ends and NUL bytes mean nothing. */
function formatFinding(file: SessionFile): RecordFinding | null {
  const { source } = file;
  const format = source === null || file.history().sent.length > 0 ? null : otherFormat(source, RECORD_MEMBERS);
  if (source === null || format === null) return null;
  const detail = isGzip(source)
    ? compressedDetail(source)
    : `${format.is}: the program finds no conversation in it until ${format.until}`;
  return { n: -1, code: 'CL219', at: null, offset: 0, detail };
}

function loneCrs(offset: number, isMissed: boolean): RecordFinding {
  const detail = 'has lines that end with CR alone';
  if (isMissed) return { n: -1, code: 'CL011', at: null, offset, detail };
  return {
    n: -1,
    code: 'CL024',
    at: null,
    offset,
    detail: `${detail} (CL011), and nothing that would be sent behind them`,
  };
}

function isBeingWritten(file: SessionFile, life: SessionLife | null): life is SessionLife {
  if (life !== 'young' || file.source === null) return life !== null;
  const { mtime } = file.part;
  const { time, count } = file.records();
  const last = time.subarray(0, count).findLast((each) => !Number.isNaN(each)) ?? Number.NaN;
  return isYoung(last / 1000, mtime) || isWrittenByItsProgram(file.source, mtime);
}

/** A last line that a program is still writing is not torn. */
function whileWritten(each: RecordFinding, life: SessionLife): RecordFinding {
  if (each.code !== 'CL003') return each;
  const detail =
    life === 'open'
      ? 'is being written: its last line is not ended yet'
      : 'was written to within the last minute, and its last line is not ended yet';
  return { ...each, code: 'CL403', detail };
}

function* recordsOfOthers(
  { id, part }: SessionFile,
  { recordsOfOthers: [first, ...others], firstOwn, records }: FileFacts,
): Generator<Finding> {
  if (first === undefined) return;
  const number = others.length === 0 ? '' : ` (the first of ${others.length + 1})`;
  yield {
    code: firstOwn < 0 ? 'CL209' : 'CL210',
    id,
    path: part.path,
    at: `/${first}/sessionId`,
    offset: records.at[first] ?? 0,
    detail: `has a record of another session${number}`,
  };
}

/**
 * Findings by cause: a torn line, the next record that lost its parent and the call that lost its result become one. The worst is reported,
 * with the others as its consequences.
 */
function byCause(records: Records, lines: readonly RecordFinding[], others: readonly RecordFinding[]): RecordFinding[] {
  if (lines.length + others.length === 0) return [];
  const causes = lines.filter(losesRecord).toSorted((a, b) => a.n - b.n);
  const broken = new Set(causes.map(({ n }) => n));
  const placed = others.map((each): [number, RecordFinding] => {
    // The other half of a call may be on the line of the record itself.
    if (broken.has(each.n)) return [each.n, each];
    const { because, since } = each;
    if (because === undefined) return [-1, each];
    const between = since === undefined ? undefined : causes[firstFrom(causes, since + 1)];
    return [between !== undefined && between.n < because ? between.n : causeOf(records, causes, because), each];
  });
  const following = grouped(placed.filter(([cause]) => cause >= 0));
  const beside = grouped(placed.flatMap(([cause, each]) => (cause < 0 ? [[each.because ?? each, each] as const] : [])));
  const heads = lines.map((each) => {
    const after = losesRecord(each) ? (following.get(each.n) ?? []) : [];
    const isRest = causeOf(records, causes, each.n) >= 0;
    const cause = byConsequences(each, after, isRest);
    return joinFindings(after.length === 0 ? [cause] : [{ ...cause, isCause: true }, ...after]);
  });
  return [...heads, ...[...beside.values()].map(joinFindings)].toSorted((a, b) => a.offset - b.offset);
}

function losesRecord({ code }: RecordFinding): boolean {
  return ruleOf(code).losesRecord === true;
}

/**
 * A line that sends nothing does harm if something else is lost by it. A line that is no record counts as a lost one, unless it may be the
 * rest of a torn line.
 */
function byConsequences(each: RecordFinding, after: readonly RecordFinding[], isRest: boolean): RecordFinding {
  if (!isRest && wasRecord(each, after)) return { ...each, code: 'CL004' };
  const isHarmful = each.harmful !== undefined && after.some(({ code }) => isDamage(ruleOf(code)));
  return isHarmful ? { ...each, code: each.harmful as Code } : each;
}

/** True if the next record's parent is missing: then the line was a record. */
function wasRecord({ code }: RecordFinding, after: readonly RecordFinding[]): boolean {
  return (code === 'CL013' || code === 'CL009') && after.some((each) => each.code === 'CL212' || each.code === 'CL213');
}

/** Index of the line that explains the record's missing part, with no record of the conversation between them; -1 for none. */
function causeOf(records: Records, causes: readonly RecordFinding[], n: number): number {
  const cause = causes[firstFrom(causes, n) - 1];
  if (cause === undefined) return -1;
  for (let between = cause.n + 1; between < n; between++) if (records.isKept(between)) return -1;
  return cause.n;
}

function firstFrom(causes: readonly RecordFinding[], n: number): number {
  return firstWhere(causes.length, (place) => (causes[place] as RecordFinding).n >= n);
}

function joinFindings(all: readonly RecordFinding[]): RecordFinding {
  if (all.length === 1) return all[0] as RecordFinding;
  const [worst, ...rest] = all.toSorted((a, b) => bySeverity(ruleOf(a.code).severity, ruleOf(b.code).severity));
  const { isCause, ...head } = worst as RecordFinding;
  return { ...head, consequences: rest };
}

/** Grades unread lines by their effect: a line that would send nothing is at most an info. `losses`: evidence in the read records. */
function gradedLines(
  file: SessionFile,
  found: readonly RecordFinding[],
  losses: readonly RecordFinding[],
): RecordFinding[] {
  if (found.every(({ hides }) => hides === undefined)) return [...found];
  const unread = new UnreadRecords(file, losses);
  // From the end, because an unread record may be the parent of another one.
  return found
    .toReversed()
    .map((each) => (each.hides === undefined || unread.isMissed(each.n, each.hides) ? each : asUnmissed(each)))
    .toReversed();
}

function missesBehindCr(file: SessionFile, losses: readonly RecordFinding[]): boolean {
  const records = file.records();
  const unread = new UnreadRecords(file, losses);
  for (let n = records.count - 1; n >= 0; n--) {
    if (records.classOf[n] !== CLASS.behind) continue;
    const bytes = file.source?.slice(records.at[n] ?? 0, records.lengthOf(n)) ?? new Uint8Array();
    const names = unreadNames(bytes);
    if (names !== null && unread.isMissed(n, names)) return true;
  }
  return false;
}

function asUnmissed(each: RecordFinding): RecordFinding {
  const { code, detail } = each;
  if (!isDamage(ruleOf(code))) return each;
  const isTorn = ruleOf(code).healing === 'lossy';
  return { ...each, code: isTorn ? 'CL025' : 'CL024', detail: `${detail} (${code}), of which nothing would be sent` };
}

class UnreadRecords {
  readonly #file: SessionFile;
  readonly #isGap: boolean;
  readonly #isHalf: boolean;
  readonly #named: () => HashLookup;
  readonly #answers: () => HashLookup;
  /** Parents of unread lines that would be sent. */
  readonly #above = new Set<string>();

  constructor(file: SessionFile, losses: readonly RecordFinding[]) {
    this.#file = file;
    this.#isGap = losses.some(({ code }) => ruleOf(code).misses === 'parent');
    this.#isHalf = losses.some(({ code }) => ruleOf(code).misses === 'half');
    this.#named = once(() => ofSent(file, file.records().parent));
    this.#answers = once(() => ofSent(file, file.records().answer));
  }

  /** True if part of the line would be sent: it is after the conversation's end, a sent record follows it, or half of a call is missing. */
  isMissed(n: number, { uuids, parents, ids, isSide, isHalf, isUnsent }: UnreadNames): boolean {
    const end = this.#file.history().chain.records.at(-1) ?? -1;
    // A copy elsewhere in the file replaces a lost record.
    const own = uuids.filter((uuid) => this.#file.links().recordOf(uuid) < 0);
    const isMissed =
      !isSide &&
      !isUnsent &&
      (n >= end ||
        (isHalf && (this.#isHalf || this.#isOfAnswer(ids))) ||
        (own.length === 0 ? this.#isGap : this.#isNamed(own)));
    if (isMissed) for (const each of parents) this.#above.add(each);
    return isMissed;
  }

  /** True if the ids name a sent answer: its calls are sent with it, wherever they are linked. */
  #isOfAnswer(ids: readonly string[]): boolean {
    const hash = new Int32Array(2);
    return ids.some((id) => {
      hashText(id, hash, 0);
      return this.#answers().get(hash, 0) >= 0;
    });
  }

  #isNamed(uuids: readonly string[]): boolean {
    const hash = new Int32Array(2);
    return uuids.some((uuid) => {
      hashText(uuid, hash, 0);
      return this.#above.has(uuid) || this.#named().get(hash, 0) >= 0;
    });
  }
}

/** Sent records and those that lead to one, by parent and by answer. */
function ofSent(file: SessionFile, words: Int32Array): HashLookup {
  const records = file.records();
  const history = file.history();
  const named = new HashLookup(words, records.count);
  for (let n = 0; n < records.count; n++) if (records.isKept(n) && (history.isOn(n) || history.isSent(n))) named.put(n);
  return named;
}
