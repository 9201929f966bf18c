import type { Code } from '../../../model/finding.ts';
import { causesFrom, inFile, inTiedFile } from '../../engine/causes.ts';

const LINES: readonly Code[] = [
  'CX002',
  'CX003',
  'CX007',
  'CX008',
  'CX010',
  'CX011',
  'CX012',
  'CX013',
  'CX014',
  'CX015',
  'CX019',
  'CX020',
];

export const codexCauses = causesFrom([
  // The first broken line is before the record that names the thread, or is that record.
  { from: LINES, follow: ['CX103'], at: inFile },
  { from: LINES, follow: ['CX101'], at: inTiedFile },
  // A broken line may have been the question.
  { from: LINES, follow: ['CX110'], at: inFile },
]);
