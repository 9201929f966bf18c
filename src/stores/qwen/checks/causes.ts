import type { Code } from '../../../model/finding.ts';
import { causesFrom, inFile } from '../../engine/causes.ts';

/** Lines and records that the program passes over. */
const LOST: readonly Code[] = ['QW101', 'QW102', 'QW104', 'QW105', 'QW106', 'QW202', 'QW203'];

export const qwenCauses = causesFrom([
  { from: LOST, follow: ['QW201', 'QW205', 'QW207', 'QW208', 'QW210'], at: inFile },
  // Records that the last one does not reach are beside the conversation.
  { from: ['QW201', 'QW204', 'QW209', 'QW213'], follow: ['QW210', 'QW208', 'QW207'], at: inFile },
]);
