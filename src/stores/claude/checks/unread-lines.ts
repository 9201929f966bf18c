import { type Code, ruleOf } from '../../../model/finding.ts';
import { once } from '../../../model/once.ts';
import { HashLookup, hashText } from '../../engine/hash.ts';
import { CLASS } from '../read/record-classes.ts';
import type { SessionFile } from '../session-file.ts';
import { maySay, type UnreadNames, unreadNames } from './hidden-bytes.ts';
import type { RecordFinding } from './record-finding.ts';

/** Losses that show a missing record that others follow, and those that show half of a call missing. */
const GAPS: ReadonlySet<Code> = new Set(['CL201', 'CL204', 'CL212', 'CL213', 'CL219', 'CL221', 'CL222', 'CL223']);
const HALVES: ReadonlySet<Code> = new Set(['CL218', 'CL410', 'CL411']);

/**
 * Lines that the program does not read, by their effect. A line that would send nothing is an info at most. `losses`:
 * evidence in the read records.
 */
export function gradedLines(
  file: SessionFile,
  found: readonly RecordFinding[],
  losses: readonly RecordFinding[],
): RecordFinding[] {
  if (found.every(({ hides }) => hides === undefined)) return [...found];
  const unread = new UnreadRecords(file, losses);
  // From the end, because a missed record may itself name another one.
  return found
    .toReversed()
    .map((each) => (each.hides === undefined || unread.isMissed(each.n, each.hides) ? each : asUnmissed(each)))
    .toReversed();
}

export function missesBehindCr(file: SessionFile, losses: readonly RecordFinding[]): boolean {
  const records = file.records();
  const unread = new UnreadRecords(file, losses);
  for (let n = records.count - 1; n >= 0; n--) {
    if (records.classOf[n] !== CLASS.behind) continue;
    const bytes = file.source?.slice(records.at[n] ?? 0, records.lengthOf(n)) ?? new Uint8Array();
    if (maySay(bytes) && unread.isMissed(n, unreadNames(bytes))) return true;
  }
  return false;
}

function asUnmissed(each: RecordFinding): RecordFinding {
  const { code, detail } = each;
  if (ruleOf(code).severity === 'info') return each;
  const isTorn = ruleOf(code).healing === 'lossy';
  return { ...each, code: isTorn ? 'CL025' : 'CL024', detail: `${detail} (${code}), of which nothing would be sent` };
}

class UnreadRecords {
  readonly #file: SessionFile;
  readonly #isGap: boolean;
  readonly #isHalf: boolean;
  readonly #named: () => HashLookup;
  readonly #answers: () => HashLookup;
  /** Sendable parents of those lines. */
  readonly #above = new Set<string>();

  constructor(file: SessionFile, losses: readonly RecordFinding[]) {
    this.#file = file;
    this.#isGap = losses.some(({ code }) => GAPS.has(code));
    this.#isHalf = losses.some(({ code }) => HALVES.has(code));
    this.#named = once(() => ofSent(file, file.records().parent));
    this.#answers = once(() => ofSent(file, file.records().answer));
  }

  /**
   * True if something of it would be sent: it is behind the conversation's end, a sent record follows it, or half of a
   * call is missing.
   */
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

  /** True if it is of a sent answer: its calls go with it, wherever they hang. */
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

/** The records that are sent, or lead to one that is, by parent and by answer. */
function ofSent(file: SessionFile, words: Int32Array): HashLookup {
  const records = file.records();
  const history = file.history();
  const named = new HashLookup(words, records.count);
  for (let n = 0; n < records.count; n++) if (records.isKept(n) && (history.isOn(n) || history.isSent(n))) named.put(n);
  return named;
}
