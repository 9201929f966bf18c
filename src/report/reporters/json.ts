import { jsonStream } from '../json-text.ts';
import type { MakeReporter } from './reporter.ts';

/** The document that --json prints. */
export const json: MakeReporter = () => {
  const stream = jsonStream('verify', 'findings');
  return {
    open: stream.open,
    finding: (finding) => stream.item({ ...finding }),
    close: ({ summary, interrupted }) =>
      stream.close({ summary: { ...summary }, ...(interrupted ? { interrupted } : {}) }),
  };
};
