import { type Json, jsonText } from '../json-text.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json';

/** Beginning of a log; results follow, joined by commas. */
export const SARIF_HEAD = `{"$schema":"${SCHEMA}","version":"2.1.0","runs":[{"results":[`;

/** End of a log. `id`: a run replaces earlier ones of its id. */
export function sarifEnd(
  id: string,
  rules: readonly Json[],
  { version, exit }: { readonly version: string; readonly exit: number },
  more: Readonly<Record<string, Json>> = {},
): string {
  const run = {
    tool: { driver: { name: 'convostore', semanticVersion: version, rules } },
    invocations: [{ executionSuccessful: exit === 0 || exit === 1, exitCode: exit }],
    automationDetails: { id },
    ...more,
  };
  return `\n],${jsonText(run).slice(1)}]}\n`;
}
