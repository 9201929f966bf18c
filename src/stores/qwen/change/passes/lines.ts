import { linePasses } from '../../../engine/line-passes.ts';
import { replacing } from '../../../engine/range-edits.ts';
import { lineTroubles } from '../../checks/line-findings.ts';
import type { HealingSession, QwenPass } from '../pass.ts';

const passes = linePasses<HealingSession>(({ file }) => lineTroubles(file));

export const nul: QwenPass = passes.nul('QW105', 'QW106');
export const split: QwenPass = passes.split('QW103', 'QW104');
export const torn: QwenPass = passes.torn('torn record', 'QW101', 'QW102');
export const utf8: QwenPass = passes.utf8('QW108');

export const end: QwenPass = {
  codes: ['QW107'],
  repair: ({ source }) => ({ edits: [replacing(source.size, 0, '\n')], notes: [] }),
};
