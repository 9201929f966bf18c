import { describe, expect, test } from 'vitest';
import { mendedNames } from '../../src/stores/rao/change/heal-names.ts';
import { columnFindings, doubleFindings, nameRowFindings, tableFindings } from '../../src/stores/rao/checks/names.ts';
import { baseNameOf } from '../../src/stores/rao/read/commands.ts';
import { codeBlock } from '../../src/stores/rao/read/display.ts';
import { decodeCompanionTable, decodeHistory } from '../../src/stores/rao/read/tables/companion-table.ts';
import { decodeNames } from '../../src/stores/rao/read/tables/names.ts';
import { trimws } from '../../src/stores/rao/read/tables/type-convert.ts';
import { raoTranscript } from '../../src/stores/rao/read/transcript.ts';
import { openFiles } from '../stores/rao/open-folder.ts';

const HEADER = '"conversation_id","name"\n';

function names(text: string): number {
  const read = decodeNames(Buffer.from(text));
  const findings = [tableFindings, columnFindings, nameRowFindings, doubleFindings, () => [...read.namesInR]];
  return findings.reduce((sum, each) => sum + [...each(read)].length, 0);
}

function folder(log: string): void {
  const document = openFiles({ 'conversation_log.json': Buffer.from(log) });
  for (const each of document.findings()) each.detail.trim();
  for (const each of document.folders) raoTranscript(each);
}

const message = (id: number, more = '') => `{"id":${id},"role":"user","content":"q","original_query":true${more}}`;
const list = (n: number, item: (at: number) => string) =>
  `[${Array.from({ length: n }, (_, at) => item(at)).join(',')}]`;

/** What grows, a size that takes some milliseconds, and what is done with it. */
const GROWTH: readonly (readonly [string, number, (n: number) => unknown])[] = [
  ['a field of doubled quotes', 60_000, (n) => names(`${HEADER}1,"${'""'.repeat(n)}"\n`)],
  ['rows of one number', 1_500, (n) => names(HEADER + '1,"a"\n'.repeat(n))],
  ['columns of one name', 2_000, (n) => decodeCompanionTable(Buffer.from(`${'"a",'.repeat(n)}"a"\n`))],
  [
    'short rows below many columns',
    2_000,
    (n) => decodeCompanionTable(Buffer.from(`${'a,'.repeat(n)}b\n${'1\n'.repeat(n)}`)),
  ],
  ['digits that are no number', 100_000, (n) => names(`${HEADER}1,${'1'.repeat(n)}x\n`)],
  ['blank lines in a name', 50_000, (n) => names(`${HEADER}1,"${'\n'.repeat(n)}"\n`)],
  ['quotes in a history', 6_000, (n) => decodeHistory(Buffer.from(`filename\torder\n${"a'b\t1\n".repeat(n)}`))],
  ['rows with open quotes', 2_000, (n) => mendedNames(Buffer.from(HEADER + '1,"a "b\n'.repeat(n)))],
  ['messages of one id', 600, (n) => folder(list(n, () => message(1)))],
  [
    'keys that begin alike',
    4_000,
    (n) => folder(`[{"id":1,${Array.from({ length: n }, (_, at) => `"content_${at}":1`).join()}}]`),
  ],
  ['blank lines in a fence', 50_000, (n) => codeBlock(`\`\`\`${'\n'.repeat(n)}x`, 'a.R')],
  ['fences that are never closed', 30_000, (n) => codeBlock('```a '.repeat(n), 'a.R')],
  ['blanks inside a text', 100_000, (n) => trimws(`a${' '.repeat(n)}b`)],
  ['slashes inside a path', 100_000, (n) => baseNameOf(`a${'/'.repeat(n)}b`)],
];

/** Milliseconds of the processor. */
function cost(n: number, work: (n: number) => unknown): number {
  const before = process.cpuUsage();
  work(n);
  return process.cpuUsage(before).user / 1000;
}

describe('four times as much costs about four times as much, not sixteen', () => {
  // What is not linear fails each time; what is can be measured while something else disturbs.
  test.each(GROWTH)('%s', { retry: 4 }, (_, n, work) => {
    work(n);
    // What is done within a few milliseconds says nothing.
    expect(cost(4 * n, work) / (cost(n, work) + 8)).toBeLessThan(9);
  });
});
