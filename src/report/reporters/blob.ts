import { documentJson, jsonText } from '../json-text.ts';
import type { MakeReporter } from './reporter.ts';

/**
 * What `convo merge-reports` joins: a line for the run, a line for each finding as in the JSON contract, a line for the end. A blob
 * without its end was cut off.
 */
export const blob: MakeReporter = ({ version, base, shard, gate, sites }) => ({
  open: () => {
    const stores = sites.map(({ kind, root }) => ({ kind, root }));
    return `${documentJson('verify', { blob: 1, version, base, shard: { ...shard }, gate: { ...gate }, sites: stores })}\n`;
  },
  finding: (finding) => `${jsonText({ ...finding })}\n`,
  close: ({ summary, stores, exit, interrupted }) =>
    `${documentJson('verify', { summary: { ...summary }, stores: Object.fromEntries(stores), exit, interrupted })}\n`,
});
