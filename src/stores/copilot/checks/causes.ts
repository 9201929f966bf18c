import type { Code } from '../../../model/finding.ts';
import { causesFrom, inFile } from '../../engine/causes.ts';

/** Lines and records that the program leaves out. */
const LOST: readonly Code[] = ['CP101', 'CP102', 'CP103', 'CP104', 'CP105', 'CP107', 'CP108', 'CP111'];

/** Which findings of a session follow from others. */
export const copilotCauses = causesFrom([
  { from: [...LOST, 'CP202'], follow: ['CP204', 'CP205', 'CP206'], at: inFile },
  // The record that begins the session is on such a line.
  { from: LOST, follow: ['CP001'], at: inFile },
  { from: ['CP202'], follow: ['CP201'], at: inFile },
]);
