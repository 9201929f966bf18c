import type { Code } from '../../../model/finding.ts';
import { causesFrom, inFile } from '../../engine/causes.ts';

/** Lines and records that the program passes over. */
const LOST: readonly Code[] = ['PI101', 'PI103', 'PI104', 'PI105', 'PI106', 'PI112', 'PI202', 'PI203'];
const BROKEN: readonly Code[] = ['PI201', 'PI207', 'PI208', 'PI210', 'PI213'];

export const piCauses = causesFrom([
  { from: LOST, follow: BROKEN, at: inFile },
  // Records that the last one does not reach are beside the conversation.
  { from: ['PI111', 'PI201', 'PI209', 'PI213'], follow: ['PI207', 'PI208', 'PI210'], at: inFile },
]);
