import type { Edit } from '../../../../codecs/edit.ts';
import { bytesAt, replacing } from '../../../engine/range-edits.ts';
import { count } from '../../../words.ts';
import { type LineTrouble, lineTroubles } from '../../checks/line-findings.ts';
import type { CodexPass, HealingRollout } from '../pass.ts';

/** Torn lines go, and whole records get a line each. */
export const rolloutLinePass: CodexPass = {
  codes: ['CX007', 'CX008', 'CX009', 'CX010', 'CX011', 'CX012', 'CX013', 'CX020'],
  repair: (rollout) => {
    const due = new Set(rollout.due.map(({ code }) => code));
    const edits: Edit[] = [];
    let lost = 0;
    let marks = 0;
    for (const trouble of lineTroubles(rollout.file)) {
      if (!due.has(trouble.code)) continue;
      for (const edit of editsFor(trouble, rollout)) edits.push(edit);
      if (LOSSY.has(trouble.code)) lost++;
      if (trouble.code === 'CX020') marks++;
    }
    const notes = [
      ...(lost === 0 ? [] : [`${count(lost, 'torn record')} left out`]),
      ...(marks === 0 ? [] : [`${count(marks, 'mark')} of a merge conflict removed, all records kept`]),
    ];
    return { edits, notes };
  },
};

const LOSSY: ReadonlySet<string> = new Set(['CX007', 'CX008', 'CX010']);

function editsFor(trouble: LineTrouble, { source }: HealingRollout): Edit[] {
  const { code, at, length, isEnded, pieces } = trouble;
  const all = length + (isEnded ? 1 : 0);
  if (code === 'CX007' || code === 'CX008' || code === 'CX009' || code === 'CX020') return [replacing(at, all, '')];
  const bytes = bytesAt(source, at, length);
  if (code === 'CX012') return [replacing(at, length, bytes.toString('latin1').replace(/\s*\n\s*/g, ''))].map(latin);
  if (code === 'CX013') return withoutNuls(bytes, at, all);
  const records = pieces.map(({ start, end }) => bytes.subarray(start, end));
  const joined = records.flatMap((record, n) => (n === 0 ? [record] : [NEWLINE, record]));
  return [{ at, remove: length, insert: Buffer.concat(joined) }];
}

const NEWLINE = Buffer.from('\n');

/** Writes characters that each stand for one byte. */
function latin(edit: Edit): Edit {
  return { ...edit, insert: Buffer.from(Buffer.from(edit.insert).toString('utf8'), 'latin1') };
}

/** A line of nothing else goes with its end. */
function withoutNuls(bytes: Buffer, at: number, all: number): Edit[] {
  const rest = Buffer.from(bytes.filter((byte) => byte !== 0));
  return [{ at, remove: rest.length === 0 ? all : bytes.length, insert: rest }];
}
