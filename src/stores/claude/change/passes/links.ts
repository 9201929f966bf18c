import { createHash } from 'node:crypto';
import { type Edit, shifted } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { spanOf } from '../../../../codecs/json/value.ts';
import { uuidOfHex } from '../../../../model/ids.ts';
import type { FileRepair } from '../../../engine/change/passes.ts';
import { lastValue, textAt } from '../../../engine/text-at.ts';
import {
  beginningIsDamage,
  damagedFork,
  isRootByRight,
  lostBranches,
  messagesPassed,
  unsentBefore,
} from '../../checks/damaged-links.ts';
import { markedAsSidechain } from '../../checks/misplaced.ts';
import { type Chain, joinedTo } from '../../read/chain.ts';
import { beginsWithAnswer } from '../../read/history.ts';
import type { Preserved } from '../../read/links.ts';
import { CLASS, RECORD_FLAG } from '../../read/record-classes.ts';
import type { ScannedRecord, SessionFile } from '../../session-file.ts';
import { type ClaudePass, type HealContext, lineNumberOf, targetsOf } from './pass.ts';

/** Links a conversation that begins in its middle to the record before it again. */
export const beginningsPass: ClaudePass = {
  codes: ['CL201', 'CL204', 'CL215', 'CL224'],
  repair: ({ file }) => relink(file, brokenLinks(file), 'the record before it in the file'),
};

export const markedPass: ClaudePass = {
  codes: ['CL225', 'CL226'],
  repair: ({ file }) => {
    const records = markedAsSidechain(file).map((n) => file.scan(n));
    const edits = records.flatMap((scanned) => {
      const mark = lastValue(scanned?.record, 'isSidechain');
      return scanned === null || mark === null ? [] : shifted(replaceValue(mark, 'false'), scanned.at);
    });
    const what =
      edits.length === 1 ? 'a message of the conversation is' : `${edits.length} messages of the conversation are`;
    return { edits, notes: edits.length === 0 ? [] : [`${what} not marked as a subagent's any more`] };
  },
};

/**
 * Records without their parent get as parent the record behind which the program puts them, the first of all none: older versions would
 * begin there.
 */
export const jointsPass: ClaudePass = {
  codes: ['CL212', 'CL213'],
  repair: ({ file, targets }) => {
    const { chain } = file.history();
    const { edits, notes } = relink(file, joinedTo(chain), 'the record that was written before it');
    const [first = -1] = chain.records;
    const scanned = chain.isBroken && targets.some((each) => lineNumberOf(each) === first) ? file.scan(first) : null;
    const parent = lastValue(scanned?.record, 'parentUuid');
    if (scanned === null || parent === null) return { edits, notes };
    return {
      edits: [...edits, shifted(replaceValue(parent, 'null'), scanned.at)],
      notes: [...notes, 'the first record names no parent any more'],
    };
  },
};

export const branchesPass: ClaudePass = {
  codes: ['CL223'],
  repair: ({ file }) => {
    const on = new Uint8Array(file.records().count);
    const pairs = [...lostBranches(file).keys()].map((n) => [n, leadOf(file, n, on)] as const);
    return relink(file, new Map(pairs.filter(([, before]) => before >= 0)), 'the record before it in the file');
  },
};

/** Records without their parent, which the program puts before messages that precede them in the file, get these as parents. */
export const passedPass: ClaudePass = {
  codes: ['CL221'],
  repair: ({ file }) => {
    const on = new Uint8Array(file.records().count);
    for (const n of file.history().chain.records) on[n] = 1;
    const pairs = [...messagesPassed(file)].flatMap(([n, messages]) => {
      const before = messages > 0 ? leadOf(file, n, on) : -1;
      return before < 0 ? [] : [[n, before] as const];
    });
    return relink(file, new Map(pairs), 'the record before it in the file');
  },
};

/** Records at which the chain skips earlier ones, each with its right parent. */
function brokenLinks(file: SessionFile): Map<number, number> {
  const pairs = new Map<number, number>();
  const on = new Uint8Array(file.records().count);
  for (let chain: Chain | null = file.history().chain; chain !== null; ) {
    const n: number = damagedFork(file, chain)?.n ?? brokenRoot(file, chain);
    for (const each of chain.records.subarray(Math.max(chain.records.indexOf(n), 0))) on[each] = 1;
    const before: number = n < 0 ? -1 : leadOf(file, n, on);
    if (before >= 0) pairs.set(n, before);
    chain = before < 0 ? null : file.chainTo(before, on);
  }
  return pairs;
}

/** The first record of a chain if earlier ones should be in it; -1 if the beginning is right. */
function brokenRoot(file: SessionFile, { records: [first = -1], isBroken }: Chain): number {
  const isDamage = isBroken || (first >= 0 && !isRootByRight(file, first) && beginningIsDamage(file, first));
  return isDamage && unsentBefore(file, first) > 0 ? first : -1;
}

/** The last record before `n` in the file that does not follow it in the conversation. */
function leadOf(file: SessionFile, n: number, on: Uint8Array): number {
  const links = file.links();
  const { records } = links;
  for (let before = n - 1; before >= 0; before--) {
    const isMain = records.isKept(before) && !records.has(before, RECORD_FLAG.sidechain);
    if (isMain && records.classOf[before] !== CLASS.progress && on[before] === 0 && !links.isReplaced(before))
      return before;
  }
  return -1;
}

function relink(file: SessionFile, pairs: ReadonlyMap<number, number>, to: string): FileRepair {
  const edits: Edit[] = [];
  const notes: string[] = [];
  for (const [n, parent] of pairs) {
    const scanned = file.scan(n);
    const above = file.scan(parent);
    if (scanned === null || above === null) continue;
    const own = textAt(above.record, 'uuid');
    const uuid = own ?? uuidFor(`${parent} ${textAt(above.record, 'timestamp')}`);
    const edit = parentEdit(scanned, uuid);
    edits.push(edit);
    notes.push(`what is at byte ${edit.at} now follows ${to}`);
    if (own === null) edits.push(memberEdit(above, 'uuid', uuid));
  }
  return {
    edits,
    notes: notes.length > MAX_PARENTS_NOTED ? [`${notes.length} records now follow others, each ${to}`] : notes,
  };
}

const MAX_PARENTS_NOTED = 5;

function parentEdit(scanned: ScannedRecord, uuid: string): Edit {
  return memberEdit(scanned, 'parentUuid', uuid);
}

function memberEdit({ record, at }: ScannedRecord, key: string, text: string): Edit {
  const value = lastValue(record, key);
  if (value !== null) return shifted(replaceValue(value, Buffer.from(JSON.stringify(text))), at);
  const member = `${JSON.stringify(key)}:${JSON.stringify(text)},`;
  return { at: at + spanOf(record).start + 1, remove: 0, insert: Buffer.from(member) };
}

/** Puts a question that says so before a conversation that begins with an answer, which the API refuses. */
export const questionPass: ClaudePass = {
  codes: ['CL216'],
  repair: (context) => {
    const { file } = context;
    const [first = -1] = file.history().chain.records;
    const scanned = file.scan(first);
    if (
      targetsOf(context, 'CL216').length === 0 ||
      scanned === null ||
      !beginsWithAnswer(file.records(), file.history())
    )
      return { edits: [], notes: [] };
    const { preserved } = file.links();
    if (preserved?.records?.[0] === first) return relinkPreserved(context, preserved, scanned);
    const uuid = uuidFor(textAt(scanned.record, 'uuid') ?? `${first}`);
    return {
      edits: [lineBefore(context, first, questionBefore(context, scanned, uuid, null)), parentEdit(scanned, uuid)],
      notes: ['a question that says that the beginning is lost is put before the first answer'],
    };
  },
};

function relinkPreserved(context: HealContext, { boundary, anchor }: Preserved, preserved: ScannedRecord): FileRepair {
  const { file } = context;
  const { records } = file.links();
  const compaction = file.scan(boundary);
  if (compaction === null) return { edits: [], notes: [] };
  if (!records.isMessageAfter(boundary)) return withoutCompaction(context, boundary);
  for (let n = boundary + 1; n < records.count; n++) {
    const summary = records.has(n, RECORD_FLAG.summary) ? file.scan(n) : null;
    if (summary === null) continue;
    const edit = memberEdit(summary, 'uuid', anchor);
    return { edits: [edit], notes: ['the summary of a compaction gets the uuid by which the compaction names it'] };
  }
  // It has the time of the next record: the program would take a younger record for the end.
  const question = questionBefore(context, preserved, anchor, textAt(compaction.record, 'uuid'));
  return {
    edits: [lineBefore(context, boundary + 1, question)],
    notes: ['a question that says that the beginning is lost is put in the place of a summary'],
  };
}

/** Removes a compaction after which nothing was said: it never ended, and without it the records before it are sent. */
function withoutCompaction({ file }: HealContext, boundary: number): FileRepair {
  const records = file.records();
  const at = records.at[boundary] ?? 0;
  return {
    edits: [{ at, remove: records.nextOf(boundary) - at, insert: Buffer.alloc(0) }],
    notes: ['a compaction that was cut off before its summary is taken away, and what it was to compact is sent again'],
  };
}

function lineBefore({ file }: HealContext, n: number, record: Record<string, unknown>): Edit {
  const records = file.records();
  const insert = Buffer.from(`${JSON.stringify(record)}\n`);
  return { at: n < records.count ? (records.at[n] ?? 0) : records.end, remove: 0, insert };
}

const LOST_BEGINNING = '[The beginning of this conversation is lost]';

function questionBefore(
  { file }: HealContext,
  { record }: ScannedRecord,
  uuid: string,
  parentUuid: string | null,
): Record<string, unknown> {
  const own = (key: string) => {
    const text = textAt(record, key);
    return text === null ? {} : { [key]: text };
  };
  return {
    parentUuid,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: LOST_BEGINNING },
    uuid,
    ...own('timestamp'),
    ...own('userType'),
    ...own('cwd'),
    sessionId: textAt(record, 'sessionId') ?? file.id,
    ...own('version'),
    ...own('gitBranch'),
  };
}

/** A uuid derived from the record: unique, and equal in every run. */
function uuidFor(text: string): string {
  const hex = createHash('sha256').update(`question before ${text}`).digest('hex');
  return uuidOfHex(hex);
}
