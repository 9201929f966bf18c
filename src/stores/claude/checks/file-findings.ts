import { firstWhere } from '../../../codecs/bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { grouped } from '../../../model/collections.ts';
import { type Code, type Finding, ruleOf } from '../../../model/finding.ts';
import { bySeverity } from '../../../model/rules/row.ts';
import type { SessionLife } from '../../engine/in-use.ts';
import type { Records } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import type { FileFacts } from './facts.ts';
import { SHAPES } from './file-shape.ts';
import { onePerCode, onlyHarmful } from './harm.ts';
import { lossesOf } from './losses.ts';
import type { RecordFinding } from './record-finding.ts';
import { gradedLines, missesBehindCr } from './unread-lines.ts';

interface SessionContext {
  readonly id: string;
  readonly life: SessionLife | null;
  /** The transcript of a subagent: it is never sent, and its chain is another. */
  readonly isAgent: boolean;
}

/** Everything wrong in one transcript, as far as the file alone shows. */
export function* claudeFileFindings(file: SessionFile, around: SessionContext): Generator<Finding> {
  const { path, size } = file.part;
  const { id, isAgent } = around;
  if (size === 0) return;
  const shape = file.shape();
  if (shape !== null) {
    yield { ...SHAPES[shape], id, path, at: null, offset: 0 };
    return;
  }
  const facts = file.facts(id);
  for (const each of recordFindings(file, facts, around)) yield placeFinding(each, id, path);
  if (!isAgent) yield* foreignRecords(file, facts, around);
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

function recordFindings(
  file: SessionFile,
  { spotted, loneCr }: FileFacts,
  { life, isAgent }: SessionContext,
): RecordFinding[] {
  const packer = isAgent || file.isWhole() ? null : packerOf(file);
  if (packer !== null) return [packer];
  const own = isAgent ? spotted.filter(({ hazard }) => hazard !== true) : onlyHarmful(file, spotted);
  const found = life === null ? own : own.map((each) => whileWritten(each, life));
  if (isAgent) return onePerCode(loneCr < 0 ? found : [...found, loneCrs(loneCr, true)]);
  // Lines that end with CR alone say why nothing is found.
  const losses = (file.isWhole() ? [] : [...lossesOf(file)]).filter(({ code }) => code !== 'CL219' || loneCr < 0);
  const lines = loneCr < 0 ? [] : [loneCrs(loneCr, missesBehindCr(file, losses))];
  return [...onePerCode(byCause(file.records(), gradedLines(file, found, losses), losses)), ...lines];
}

/** A compressed file has this finding alone: its line ends and NUL bytes are chance. */
function packerOf(file: SessionFile): RecordFinding | null {
  const packer = file.source === null || file.history().sent.length > 0 ? null : packedBy(file.source);
  const detail = `is compressed by ${packer}: the program finds no conversation in it until it is unpacked`;
  return packer === null ? null : { n: -1, code: 'CL219', at: null, offset: 0, detail };
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

/** A program that is still writing has not torn its last line. */
function whileWritten(each: RecordFinding, life: SessionLife): RecordFinding {
  if (each.code !== 'CL003' && each.code !== 'CL007') return each;
  const detail =
    life === 'open'
      ? 'is being written: its last line is not ended yet'
      : 'was written to within the last minute, and its last line is not ended yet';
  return { ...each, code: 'CL403', detail };
}

function* foreignRecords(
  file: SessionFile,
  { foreignRecords: [first, ...others], firstOwn, records }: FileFacts,
  { id }: SessionContext,
): Generator<Finding> {
  if (first === undefined) return;
  const number = others.length === 0 ? '' : ` (the first of ${others.length + 1})`;
  yield {
    code: firstOwn < 0 ? 'CL209' : 'CL210',
    id,
    path: file.part.path,
    at: `/${first}/sessionId`,
    offset: records.at[first] ?? 0,
    detail: `has a record of another session${number}`,
  };
}

/** The program that a file was compressed with, by the bytes that it begins with; null for one that was not. */
function packedBy(source: Source): string | null {
  const head = Buffer.from(source.slice(0, Math.min(FIRST_RECORDS, source.size))).toString('latin1');
  return PACKERS.find(({ begins }) => head.startsWith(begins))?.name ?? null;
}

const FIRST_RECORDS = 8;

const PACKERS = [
  { name: 'gzip', begins: '\x1f\x8b\x08' },
  { name: 'zstd', begins: '\x28\xb5\x2f\xfd' },
  { name: 'xz', begins: '\xfd7zXZ\0' },
  { name: 'bzip2', begins: 'BZh9' },
  { name: 'zip', begins: 'PK\x03\x04' },
] as const;

/**
 * Findings by cause. A torn line, the record behind it that lost its parent, and the call that lost its result are
 * one. The worst is reported, with the others as its consequences.
 */
function byCause(records: Records, lines: readonly RecordFinding[], others: readonly RecordFinding[]): RecordFinding[] {
  if (lines.length + others.length === 0) return [];
  const causes = lines.filter(({ code }) => LINES.has(code)).toSorted((a, b) => a.n - b.n);
  const broken = new Set(causes.map(({ n }) => n));
  const placed = others.map((each): [number, RecordFinding] => {
    // Its other half may be on the same line.
    if (broken.has(each.n)) return [each.n, each];
    const { because, since } = each;
    if (because === undefined) return [-1, each];
    const between = since === undefined ? undefined : causes.find(({ n }) => n > since && n < because);
    return [between?.n ?? causeOf(records, causes, because), each];
  });
  const following = grouped(placed.filter(([cause]) => cause >= 0));
  const beside = grouped(placed.flatMap(([cause, each]) => (cause < 0 ? [[each.because ?? each, each] as const] : [])));
  const heads = lines.map((each) => {
    const after = LINES.has(each.code) ? (following.get(each.n) ?? []) : [];
    const isRest = causeOf(records, causes, each.n) >= 0;
    const cause = byConsequences(each, after, isRest);
    return joinFindings(after.length === 0 ? [cause] : [{ ...cause, isCause: true }, ...after]);
  });
  return [...heads, ...[...beside.values()].map(joinFindings)].toSorted((a, b) => a.offset - b.offset);
}

/** Each hides or loses a record, or the uuid that others name it by. */
const LINES: ReadonlySet<string> = new Set([
  'CL003',
  'CL004',
  'CL005',
  'CL006',
  'CL008',
  'CL009',
  'CL010',
  'CL013',
  'CL016',
  'CL018',
  'CL021',
  'CL022',
  'CL105',
  'CL110',
]);

/**
 * A line of which nothing is sent does harm where something else is lost by it. A line that is not a record may have
 * been one, unless it may be the rest of a torn line.
 */
function byConsequences(each: RecordFinding, after: readonly RecordFinding[], isRest: boolean): RecordFinding {
  if (!isRest && wasRecord(each, after)) return { ...each, code: 'CL004' };
  const isHarmful = each.harmful !== undefined && after.some(({ code }) => ruleOf(code).severity !== 'info');
  return isHarmful ? { ...each, code: each.harmful as Code } : each;
}

/** True if the record behind a line names it as its parent: then the line was a record. */
function wasRecord({ code }: RecordFinding, after: readonly RecordFinding[]): boolean {
  return (code === 'CL013' || code === 'CL009') && after.some((each) => each.code === 'CL212' || each.code === 'CL213');
}

/**
 * The line before a record that explains its missing part: nothing of the conversation is between them; -1 for none.
 */
function causeOf(records: Records, causes: readonly RecordFinding[], n: number): number {
  const cause = causes[firstWhere(causes.length, (place) => (causes[place] as RecordFinding).n >= n) - 1];
  if (cause === undefined) return -1;
  for (let between = cause.n + 1; between < n; between++) if (records.isKept(between)) return -1;
  return cause.n;
}

/** The worst first; of two as bad the one that was met first. */
function joinFindings(all: readonly RecordFinding[]): RecordFinding {
  const [worst, ...rest] = all.toSorted((a, b) => bySeverity(ruleOf(a.code).severity, ruleOf(b.code).severity));
  const { isCause, ...head } = worst as RecordFinding;
  return rest.length === 0 ? head : { ...head, consequences: rest };
}
