import { findingLine } from '../findings/sentence.ts';
import { paint } from '../paint.ts';
import type { MakeReporter } from './reporter.ts';

/** One finding a line, as a pipe gets it: `path:line:col: severity CODE what is wrong`. */
export const concise: MakeReporter = ({ base }) => {
  const plain = paint(false);
  return { open: () => '', finding: (finding) => `${findingLine(finding, plain, base)}\n`, close: () => '' };
};
