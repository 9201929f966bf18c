import { documentJson, jsonText } from '../json-text.ts';
import type { MakeReporter } from './reporter.ts';

/** One JSON document a line: each finding as in the JSON contract, then the summary. */
export const ndjson: MakeReporter = () => ({
  open: () => '',
  finding: (finding) => `${jsonText({ ...finding })}\n`,
  close: ({ summary, exit }) => `${documentJson('verify', { summary: { ...summary }, exit })}\n`,
});
