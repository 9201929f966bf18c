import { illFormedRuns, isBomAt, LF_BYTES, NO_BYTES } from '../../../codecs/bytes.ts';
import { type Edit, shifted } from '../../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { elements, isObject, quote, type Value } from '../../../codecs/json/value.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { ruleOf } from '../../../model/finding.ts';
import type { Refusal } from '../../decision.ts';
import { linePasses, tornRemoved } from '../../engine/change/line-passes.ts';
import { type FileRepair, halvesLost, type RangePass } from '../../engine/change/passes.ts';
import { notesOfMarksRemoved } from '../../engine/faults/torn.ts';
import {
  oneObjectALine,
  type Removed,
  removedNotes,
  removedNuls,
  replacing,
  withoutLine,
  withoutNuls,
} from '../../engine/range-edits.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { decodedUtf16 } from '../../engine/utf16.ts';
import type { FileFinding } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { RepeatedMetas } from '../checks/first-record.ts';
import { type CodedLineFault, isOutsideRecords, lineFaults } from '../checks/line-faults.ts';
import { contentText, isUserTurn } from '../read/head.ts';
import { type Entry, entriesOf, metaEntry } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';

export interface HealingRollout {
  readonly file: RolloutFile;
  readonly source: Source;
  /** The folder given by the user for a thread that names none; null for none. */
  readonly cwd: string | null;
}

export type CodexPass = RangePass<HealingRollout, FileFinding, FileRepair | Refusal | string>;

export const NAMELESS = 'has no record that names the thread';

/** Removes torn lines, and puts each whole record on a line of its own. */
export const rolloutLinePass: CodexPass = {
  codes: ['CX007', 'CX008', 'CX009', 'CX010', 'CX011', 'CX012', 'CX013', 'CX020'],
  repair: (rollout) => {
    const targets = new Set(rollout.targets.map(({ code }) => code));
    const edits: Edit[] = [];
    const removed: Removed[] = [];
    let marks = 0;
    for (const fault of lineFaults(rollout.file)) {
      if (!targets.has(fault.code)) continue;
      for (const edit of editsFor(fault, rollout)) edits.push(edit);
      if (fault.code === 'CX020') marks++;
      else if (fault.code === 'CX013') removed.push(removedNuls(rollout.source, fault));
      else if (ruleOf(fault.code).healing === 'lossy') removed.push(tornRemoved(rollout.source, fault));
    }
    return { edits, notes: [...removedNotes(removed), ...notesOfMarksRemoved(marks)] };
  },
};

export const strayPass: CodexPass = linePasses<HealingRollout>(({ file }) => lineFaults(file)).stray('CX024');

function editsFor(fault: CodedLineFault, { source }: HealingRollout): Edit[] {
  const { code, at, length, pieces } = fault;
  if (code === 'CX007' || code === 'CX008' || code === 'CX009' || code === 'CX020') return [withoutLine(fault)];
  if (code === 'CX012') {
    const text = bytesAt(source, at, length).toString('latin1');
    return [replacing(at, length, text.replace(/\s*\n\s*/g, ''))].map(latinEdit);
  }
  if (code === 'CX013') return withoutNuls(source, fault);
  return betweenPieces(pieces, length).map((edit) => shifted(edit, at));
}

/** Puts a line end between the pieces of a line, in the place of what is there, and removes what is around them. */
function betweenPieces(pieces: CodedLineFault['pieces'], length: number): Edit[] {
  const edits: Edit[] = [];
  let from = 0;
  for (const [n, { start, end }] of pieces.entries()) {
    edits.push({ at: from, remove: start - from, insert: n === 0 ? NO_BYTES : LF_BYTES });
    from = end;
  }
  edits.push({ at: from, remove: length - from, insert: NO_BYTES });
  return edits.filter(({ remove, insert }) => remove > 0 || insert.length > 0);
}

/** An edit whose text has one character for each byte. */
function latinEdit(edit: Edit): Edit {
  return { ...edit, insert: Buffer.from(Buffer.from(edit.insert).toString('utf8'), 'latin1') };
}

/** Removes a byte-order mark, makes CR to LF and UTF-16 to UTF-8, and puts each record on a line of its own. */
export const encodingPass: CodexPass = {
  codes: ['CX004', 'CX005', 'CX006', 'CX023'],
  repair: ({ source, targets }) => {
    const [code] = targets.map((each) => each.code);
    if (code === 'CX023') return { edits: oneObjectALine(source), notes: [] };
    if (code === 'CX004') return { edits: [replacing(0, 3, '')], notes: [] };
    if (source.size > MAX_REWRITTEN) return 'is too large to be written anew';
    const bytes = bytesAt(source, 0, source.size);
    const anew = (insert: Buffer) => [replacing(0, source.size, insert)];
    if (code === 'CX005')
      return { edits: anew(Buffer.from(bytes.toString('latin1').replaceAll('\r', '\n'), 'latin1')), notes: [] };
    const decoded = decodedUtf16(bytes, bytes[0] === 0xfe || bytes[0] === 0);
    const lost = halvesLost(decoded.halves);
    return {
      ...lost,
      edits: anew(decoded.bytes.subarray(isBomAt(decoded.bytes, 0) ? 3 : 0)),
      notes: ['is written as UTF-8', ...lost.notes],
    };
  },
};

/** Size limit of a file that is rewritten as a whole. */
const MAX_REWRITTEN = 1 << 28;

export const utf8Pass = illFormedPass(['CX002', 'CX003'], {
  areStray: false,
  become: '\ufffd',
  note: 'became U+FFFD',
});

export const strayBytesPass = illFormedPass(['CX021', 'CX022'], {
  areStray: true,
  become: '',
  note: 'removed, all records kept',
});

/** Replaces bytes that are not UTF-8 by `become`. `areStray`: those beside whole records of a line, else those of other lines. */
function illFormedPass(
  codes: CodexPass['codes'],
  { areStray, become, note }: { readonly areStray: boolean; readonly become: string; readonly note: string },
): CodexPass {
  return {
    codes,
    repair: ({ source }) => {
      const edits: Edit[] = [];
      let count = 0;
      for (const { shape, line } of entriesOf(source)) {
        const { bytes } = line;
        if (shape !== 'not-utf8' || bytes === null || isOutsideRecords(bytes) !== areStray) continue;
        for (const { at, length } of illFormedRuns(bytes)) {
          edits.push(replacing(line.at + at, length, become.repeat(length)));
          count += length;
        }
      }
      return { edits, notes: [`${countOf(count, 'byte')} ${note}`] };
    },
  };
}

/** Removes later records that name the thread, so that the program sends all records before them again. */
export const repeatedMetaPass: CodexPass = {
  codes: ['CX211', 'CX212'],
  repair: ({ source, targets }) => {
    const codes = new Set(targets.map(({ code }) => code));
    const metas = new RepeatedMetas();
    const edits: Edit[] = [];
    let others = 0;
    for (const entry of entriesOf(source)) {
      const found = metas.take(entry);
      if (found === null || !codes.has(found.isEqual ? 'CX211' : 'CX212')) continue;
      edits.push(withoutLine(found.line));
      if (!found.isEqual) others++;
    }
    return { edits, notes: others === 0 ? [] : [`${countOf(others, 'record')} that named a thread left out`] };
  },
};

/** Swaps records that stand in each other's place. */
export const swappedPass: CodexPass = {
  codes: ['CX203'],
  repair: ({ source, targets }) => {
    const places = new Set(targets.map(({ offset }) => offset));
    const edits: Edit[] = [];
    let before: Entry['line'] | null = null;
    for (const { line, shape } of entriesOf(source)) {
      if (shape === 'blank') continue;
      if (before !== null && places.has(line.at)) {
        const one = bytesAt(source, before.at, before.length);
        const two = bytesAt(source, line.at, line.length);
        edits.push(replacing(before.at, before.length, two), replacing(line.at, line.length, one));
      }
      before = { ...line, bytes: null };
    }
    return { edits, notes: [] };
  },
};

/** Gives each record without an ordinal, or with one that is not above the last, the next number. */
export const ordinalsPass: CodexPass = {
  codes: ['CX201', 'CX202'],
  repair: ({ source }) => {
    const edits: Edit[] = [];
    let last = -1;
    let changed = 0;
    for (const { value, type, payload, ordinal, line } of entriesOf(source)) {
      if (!isObject(value) || type === null || payload === null) continue;
      const next: number = ordinal !== null && ordinal > last ? ordinal : last + 1;
      if (next !== ordinal) {
        for (const edit of numberEdits(value, next)) edits.push(shifted(edit, line.at));
        changed++;
      }
      last = next;
    }
    return { edits, notes: [`${countOf(changed, 'record')} numbered anew`] };
  },
};

function numberEdits(value: Value, ordinal: number): Edit[] {
  const there = lastValue(value, 'ordinal');
  if (there !== null) return [replaceValue(there, String(ordinal))];
  return changeMembers(value, { first: [{ key: 'ordinal', json: String(ordinal) }] });
}

/** Makes events from the items sent to the model; a thread wrongly called paginated (CX112) becomes a legacy one. */
export const eventsPass: CodexPass = {
  codes: ['CX110', 'CX112'],
  repair: ({ file, source, targets }) => {
    if (targets.some(({ code }) => code === 'CX112')) return asLegacy(source);
    // No heal makes the items of a paginated thread, but its other faults are healed.
    return file.head().meta?.mode === 'paginated' ? { edits: [], notes: [] } : withEvents(source);
  },
};

function asLegacy(source: Parameters<typeof entriesOf>[0]): ReturnType<CodexPass['repair']> {
  const { payload = null, line } = metaEntry(source) ?? {};
  const mode = lastValue(payload, 'history_mode');
  if (mode === null || line === undefined) return NAMELESS;
  return { edits: [shifted(replaceValue(mode, '"legacy"'), line.at)], notes: [] };
}

function withEvents(source: Parameters<typeof entriesOf>[0]): ReturnType<CodexPass['repair']> {
  const edits: Edit[] = [];
  for (const { shape, type, payload, value, line } of entriesOf(source)) {
    if (shape !== 'record' || type !== 'response_item') continue;
    const made = eventLines(payload, textAt(value, 'timestamp') ?? '');
    if (made.length === 0) continue;
    const text = made.map((each) => `${each}\n`).join('');
    const end = line.at + line.length;
    edits.push(line.isEnded ? replacing(end + 1, 0, text) : replacing(end, 0, `\n${text}`));
  }
  return { edits, notes: [`${countOf(edits.length, 'record')} repeated as events, which the program had not written`] };
}

export function eventLines(item: Value | null, time: string): string[] {
  const line = (payload: string) => `{"timestamp":${quote(time)},"type":"event_msg","payload":${payload}}`;
  const type = textAt(item, 'type');
  const role = textAt(item, 'role');
  const text = contentText(item);
  if (type === 'reasoning')
    return elements(lastValue(item, 'summary')).flatMap((part) => {
      const said = textAt(part, 'text') ?? '';
      return said === '' ? [] : line(`{"type":"agent_reasoning","text":${quote(said)}}`);
    });
  if (type !== 'message' || text === '') return [];
  if (isUserTurn(role, text)) return [line(`{"type":"user_message","message":${quote(text)}}`)];
  return role === 'assistant' ? [line(`{"type":"agent_message","message":${quote(text)}}`)] : [];
}
