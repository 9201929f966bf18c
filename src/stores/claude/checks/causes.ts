import { firstWhere } from '../../../codecs/bytes.ts';
import { grouped } from '../../../model/collections.ts';
import { type Code, ruleOf } from '../../../model/finding.ts';
import type { Records } from '../read/records.ts';
import type { RecordFinding } from './record-finding.ts';

/**
 * Findings by cause. A torn line, the record behind it that lost its parent, and the call that lost its result are
 * one. The worst is reported, with the others as its consequences.
 */
export function byCause(
  records: Records,
  lines: readonly RecordFinding[],
  others: readonly RecordFinding[],
): RecordFinding[] {
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
    return joined(after.length === 0 ? [cause] : [{ ...cause, isCause: true }, ...after]);
  });
  return [...heads, ...[...beside.values()].map(joined)].toSorted((a, b) => a.offset - b.offset);
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

const WORSE = { error: 0, warning: 1, info: 2 } as const;

/** The worst first; of two as bad the one that was met first. */
function joined(all: readonly RecordFinding[]): RecordFinding {
  const [worst, ...rest] = all.toSorted((a, b) => WORSE[ruleOf(a.code).severity] - WORSE[ruleOf(b.code).severity]);
  const { isCause, ...head } = worst as RecordFinding;
  return rest.length === 0 ? head : { ...head, consequences: rest };
}
