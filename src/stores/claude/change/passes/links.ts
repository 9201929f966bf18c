import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { isString, sourceOf, textOf } from '../../../../codecs/json/value.ts';
import { addTo } from '../../../grouped.ts';
import { once } from '../../../once.ts';
import { crossedCopies } from '../../checks/link-troubles.ts';
import { topsOf } from '../../checks/trees.ts';
import { lastText, lastValue } from '../../python/get.ts';
import { toolBlocksIn } from '../../read/blocks.ts';
import { CLASS, RECORD_FLAG } from '../../read/records.ts';
import type { SessionFile } from '../../session-file.ts';
import { type ClaudePass, type ClaudeRepair, dueOf, lineOf, meantIn, type Patient } from './pass.ts';
import { shifted } from './values.ts';

/** Results of parallel calls that are beside the chain: one behind the other between the last call and the last result. */
export const parallel: ClaudePass = {
  codes: ['CL207'],
  repair: (patient) => {
    const { file } = patient;
    const calls = dueOf(patient, 'CL207').flatMap((finding) => {
      const scanned = file.scan(lineOf(finding));
      return (scanned === null ? null : lastText(meantIn(scanned.record, finding), 'id')) ?? [];
    });
    const ids = new Set(calls);
    return { edits: threads(file, ids).flatMap((thread) => threaded(file, thread)), notes: [] };
  },
};

/** Results off the chain in the order of the file, and the result on the chain that is to come after them. */
interface Thread {
  readonly results: readonly number[];
  readonly lastCall: number;
  readonly lastResult: number;
}

function threads(file: SessionFile, ids: ReadonlySet<string>): Thread[] {
  const { chain } = file.chain();
  const links = file.links();
  const place = placesIn(chain, links.records.count);
  const nextResult = nextResults(file, chain);
  const found = new Map<number, number[]>();
  for (let n = 0; n < links.records.count; n++) {
    const call = place[links.parentOf(n)] ?? -1;
    // One whose uuid a later record has cannot be linked to.
    if (call < 0 || (place[n] ?? -1) >= 0 || links.lastOf(n) !== n || !resultsOf(file, n).some((id) => ids.has(id)))
      continue;
    // The calls of one answer follow each other on the chain, and a result of theirs after them.
    const result = nextResult()[call] ?? -1;
    if (result < 0) continue;
    addTo(found, result, n);
  }
  return Array.from(found, ([result, results]) => {
    return { results, lastCall: chain[result - 1] ?? -1, lastResult: chain[result] ?? -1 };
  });
}

/** Where on the chain each record is; -1 for those beside it. */
function placesIn(chain: Int32Array, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1);
  for (const [i, n] of chain.entries()) place[n] = i;
  return place;
}

/** For each place of the chain, the next one behind it that holds results; -1 for none. Worked out once, when first asked for. */
function nextResults(file: SessionFile, chain: Int32Array): () => Int32Array {
  return once(() => {
    const next = new Int32Array(chain.length);
    let result = -1;
    for (let i = chain.length - 1; i >= 0; i--) {
      next[i] = result;
      if (resultsOf(file, chain[i] ?? -1).length > 0) result = i;
    }
    return next;
  });
}

function threaded(file: SessionFile, { results, lastCall, lastResult }: Thread): Edit[] {
  const row = [lastCall, ...results, lastResult];
  const edits = row.slice(1).map((n, i) => parentEdit(file, n, row[i] ?? -1));
  return edits.every((edit) => edit !== null) ? edits : [];
}

/** The parent of one record becomes another, or nothing for -1; null when the two texts are not of the same length, unless any will do. */
function parentEdit(file: SessionFile, n: number, parent: number, { anyLength = false } = {}): Edit | null {
  const scanned = file.scan(n);
  const value = lastValue(scanned?.record, 'parentUuid');
  const above = file.scan(parent)?.record;
  const uuid = lastValue(above, 'uuid');
  if (scanned === null || value === null) return null;
  const source = uuid === null ? Buffer.from('null') : sourceOf(uuid);
  if (!anyLength && source.length !== sourceOf(value).length) return null;
  return shifted(replaceValue(value, source), scanned.at);
}

function resultsOf(file: SessionFile, n: number): string[] {
  const blocks = toolBlocksIn(lastValue(file.scan(n)?.record, 'message'));
  return blocks.flatMap(({ isCall, id }) => (isCall ? [] : [id]));
}

/** Parents that are not there. */
export const dangling: ClaudePass = {
  codes: ['CL201', 'CL202'],
  repair: (patient) => {
    const due = [...dueOf(patient, 'CL201'), ...dueOf(patient, 'CL202')];
    return linked(patient, new Set(due.map(lineOf)));
  },
};

/**
 * A record that comes back behind a torn one, its parent, follows what that one followed: no guess, as long as the torn half says
 * so. For a heal after which the chain would begin with that record.
 */
export const rejoined: ClaudePass = {
  codes: ['CL201', 'CL202'],
  always: true,
  repair: ({ file, due }) => {
    const edits = due.map(lineOf).flatMap((n) => rejoin(file, n) ?? []);
    return {
      edits,
      notes: edits.map(({ at }) => `the parent at byte ${at} becomes that of the torn record before it`),
    };
  },
};

function rejoin(file: SessionFile, n: number): Edit | null {
  const links = file.links();
  const [torn, own] = [links.records.is[n - 1] === CLASS.notJson ? file.scan(n - 1) : null, file.scan(n)];
  const [uuid, above] = ['uuid', 'parentUuid'].map((key) => lastValue(torn?.record, key));
  const parent = lastValue(own?.record, 'parentUuid');
  if (own === null || !isString(above) || !isString(parent)) return null;
  const at = links.recordOf(textOf(above));
  const isIts = !isString(uuid) || textOf(uuid) === textOf(parent);
  const source = sourceOf(above);
  if (at < 0 || at > n || !isIts || source.length !== sourceOf(parent).length) return null;
  return shifted(replaceValue(parent, source), own.at);
}

/** A ring is opened at its earliest record; where only earlier copies of records close one, they get the parents of the last copies. */
export const rings: ClaudePass = {
  codes: ['CL204'],
  repair: (patient) => {
    const { file } = patient;
    const tops = new Set<number>();
    for (const top of topsOf(file.links())) if (top < -1) tops.add(top);
    if (tops.size === 0) return uncrossed(file);
    return linked(patient, new Set([...tops].map((top) => earliest(file, -2 - top))), ': the ring is opened there');
  },
};

function uncrossed(file: SessionFile): ClaudeRepair {
  const links = file.links();
  const edits = Array.from(crossedCopies(links)).flatMap((n) => {
    const parent = Math.max(links.parentOf(links.lastOf(n)), -1);
    return parentEdit(file, n, parent, { anyLength: true }) ?? [];
  });
  return {
    edits,
    notes: edits.map(({ at }) => `the parent at byte ${at} becomes that of the last copy of its record`),
  };
}

/** Each of some records follows the one before it in the file, a guess; the first of all follows nothing. */
function linked({ file }: Patient, some: ReadonlySet<number>, why = ''): ClaudeRepair {
  const edits: Edit[] = [];
  const notes: string[] = [];
  for (const { n, before } of withBefore(file, some)) {
    const edit = parentEdit(file, n, before, { anyLength: true });
    if (edit === null) continue;
    edits.push(edit);
    const becomes = before < 0 ? 'null' : 'the record before it in the file, which is a guess';
    notes.push(`the parent at byte ${edit.at} becomes ${becomes}${why}`);
  }
  return { edits, notes };
}

/**
 * Some records, each with the one before it in the file, of the sidechains for one of theirs. One that a ring or a later
 * record is above, or whose uuid is repeated further down, is passed over: a link to it could close a ring.
 */
function* withBefore(
  file: SessionFile,
  some: ReadonlySet<number>,
): Generator<{ readonly n: number; readonly before: number }> {
  const links = file.links();
  const { records } = links;
  const root = topsOf(links);
  const last = { main: -1, side: -1 };
  for (let n = 0; n < records.count; n++) {
    const side = records.has(n, RECORD_FLAG.sidechain) ? 'side' : 'main';
    if (some.has(n)) yield { n, before: last[side] };
    const top = root[n] ?? -1;
    if (records.isKept(n) && top >= 0 && top <= n && links.lastOf(n) === n) last[side] = n;
  }
}

/** The record of a ring with the earliest time; `n` is one of them. */
function earliest(file: SessionFile, n: number): number {
  const links = file.links();
  const ring = new Set<number>();
  for (let at = n; at >= 0 && !ring.has(at); at = links.parentOf(at)) ring.add(at);
  const timeOf = (each: number) => lastText(file.scan(each)?.record, 'timestamp') ?? '\uffff';
  return [...ring].reduce((best, each) => (timeOf(each) < timeOf(best) ? each : best), n);
}
