import { SEVERITIES } from './rules/row.ts';

export const PAGE_SIGN = '<!-- a page of convo -->';

/** Beginnings of files that convo writes. A report has one entry per format. */
const FILE_STARTS = {
  page: [new RegExp(`^<!doctype html>\n${PAGE_SIGN}\n`)],
  markdown: [new RegExp(`^${PAGE_SIGN}\n`)],
  /** Copied lines are the program's: no mark identifies them. */
  lines: [],
  trajectory: [/^\{"schema_version":"ATIF-v/],
  seal: [/^# convostore seal /],
  pack: [/^MANIFEST\0[\s\S]{503}# convostore seal /],
  plan: [/^\{"plan":1,/],
  // People may reformat it.
  baseline: [/"convostore"\s*:\s*"baseline"/],
  report: [
    /^\{"schema":\d+,"command":"/,
    /^\{"code":"[A-Z]{2}\d{3}","severity":"/,
    /^\{"kind":"[a-z]+","project":/,
    /^\{"\$schema":"[^"]*sarif[^"]*","version":"2\.1\.0","runs":\[\{"results":\[\n/,
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites(?: name="convo verify"|>\n {2}<testsuite name="convo )/,
    /^::(?:error|warning|notice) (?:file=[^\n]*?,)?title=(?:convo |[A-Z]{2}\d{3} )/,
    /^\[(?:\]\n$|\n\{"type":"issue","check_name":"[A-Z]{2}\d{3}")/,
    /^## (?:Conversation stores|convo )/,
    /^# HELP convostore_/,
    new RegExp(String.raw`^[^\n]*: (?:${SEVERITIES.join('|')}) [A-Z]{2}\d{3} `),
  ],
} as const satisfies Record<string, readonly RegExp[]>;

export type OutputKind = keyof typeof FILE_STARTS;

export function isConvoOutput(kind: OutputKind, head: string): boolean {
  return FILE_STARTS[kind].some((sign) => sign.test(head));
}

const PAGE = new RegExp(`^(?:<!doctype html>\n)?${PAGE_SIGN}\n`);
const REDACTED = '<!-- redacted -->\n';

export function markedRedacted(head: string): string {
  return head.replace(PAGE, (sign) => sign + REDACTED);
}

/** A trajectory whose `extra` begins with the mark. No text of the conversation precedes it. */
const REDACTED_TRAJECTORY =
  /^\{"schema_version":"ATIF-v[\d.]+","session_id":"(?:[^"\\]|\\.)*","agent":\{[^{}]*\},"extra":\{"redacted":true[,}]/;

export function isMarkedRedacted(head: string): boolean {
  if (REDACTED_TRAJECTORY.test(head)) return true;
  const [sign] = PAGE.exec(head) ?? [];
  return sign !== undefined && head.startsWith(REDACTED, sign.length);
}
