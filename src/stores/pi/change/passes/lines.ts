import { withoutTorn } from '../../../engine/line-edits.ts';
import { linePasses } from '../../../engine/line-passes.ts';
import { bytesAt, replacing } from '../../../engine/range-edits.ts';
import { lineTroubles } from '../../checks/line-findings.ts';
import type { HealingSession, PiPass } from '../pass.ts';

const passes = linePasses<HealingSession>(({ file }) => lineTroubles(file));

export const nul: PiPass = passes.nul('PI105', 'PI106');
export const split: PiPass = passes.split('PI103', 'PI104');
export const raw: PiPass = passes.raw('PI112');
export const utf8: PiPass = passes.utf8('PI108');
export const torn: PiPass = passes.torn('line', 'PI101', 'PI110');

/** Puts lines that are no records before the last record, from which the program goes on. */
export const tail: PiPass = {
  codes: ['PI111'],
  repair: ({ file, source }) => {
    const { refs, troubles } = file.read();
    const last = refs.at(-1);
    if (last === undefined) return 'has no record before the line that is none';
    const lines = troubles.filter(({ type, at }) => type === 'foreign' && at > last.at);
    const moved = lines.map(({ at, length }) => `${bytesAt(source, at, length).toString('latin1')}\n`).join('');
    return {
      edits: [replacing(last.at, 0, Buffer.from(moved, 'latin1')), ...lines.map((line) => withoutTorn(source, line))],
      notes: [],
    };
  },
};
