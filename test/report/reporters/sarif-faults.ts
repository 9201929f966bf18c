import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ajvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';

const require = createRequire(import.meta.url);
const schema = readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8');
const ajv = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
// Takes as long as a hundred tests.
const validate = ajv.compile(JSON.parse(schema));

/** What in a report breaks the published schema of SARIF; null for nothing. */
export function sarifFaults(report: string): unknown {
  return validate(JSON.parse(report)) ? null : validate.errors;
}
