import type { Code } from '../../../model/finding.ts';
import { causesFrom, inFile } from '../../engine/causes.ts';

/** Lines that the program passes over, and messages that it does not take. */
const LINES: readonly Code[] = ['GM101', 'GM102', 'GM103', 'GM104', 'GM105', 'GM107', 'GM201'];

export const geminiCauses = causesFrom([
  // A broken line may have been the call, its result, or the header.
  { from: LINES, follow: ['GM204', 'GM205', 'GM307'], at: inFile },
]);
