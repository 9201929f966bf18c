import { remarksOf } from '../../model/change-report.ts';
import { documentJson, jsonText } from '../json-text.ts';
import { annotation } from '../reporters/github.ts';
import { JUNIT_END, type JunitCase, type JunitFault, junitHead, junitSuite } from '../reporters/junit.ts';
import { tableCell } from '../reporters/markdown.ts';
import { pathBelow } from '../reporters/reporter.ts';
import { bytesText, countText, numberText, printable } from '../text.ts';
import { changeJson, itemJson, type WordedItem, type WordedReport } from '../worded.ts';

export interface ChangeContext {
  /** Absolute folder to which paths are relative. */
  readonly base: string;
  readonly exit: number;
  readonly commandPrefix: string;
}

type MakeChangeReport = (report: WordedReport, context: ChangeContext) => Generator<string>;

/** Most items named in a page or workflow; the rest is counted. */
const MAX_ITEMS = 50;

function* ndjson(report: WordedReport, { exit }: ChangeContext): Generator<string> {
  const { command, run, dryRun, changed, unchanged, refused, failed, before, after, items } = report;
  const stays = report.stays === undefined ? {} : { stays: report.stays.map(({ code }) => code) };
  for (const item of items) yield `${jsonText(itemJson(item))}\n`;
  const counts = { changed, unchanged, refused, failed, ...stays, before: { ...before }, after: { ...after } };
  yield `${documentJson(command, { run, dryRun, ...counts, exit })}\n`;
}

function* junit({ command, items, stopped, stays = [] }: WordedReport, { base }: ChangeContext): Generator<string> {
  const fault: JunitFault | null = stopped === null ? null : { tag: 'error', message: stopped.reason };
  const all = stays.map(({ code, sentence }) => ({ name: code, fault: failureOf('stays', sentence) }));
  const cases = [{ name: 'came to its end', fault }, ...items.map((item) => caseOf(item, base)), ...all];
  yield junitHead(null) + junitSuite(`convo ${command}`, cases) + JUNIT_END;
}

function caseOf(item: WordedItem, base: string): JunitCase {
  const { id, path, state, codes } = item;
  const name = [state, id ?? '', ...codes].filter((word) => word !== '').join(' ');
  const text = reasonText(item);
  const result = isFailure(item) ? { fault: failureOf(typeOf(item), text) } : { output: text };
  return { classname: pathBelow(path, base), name, ...result };
}

function failureOf(type: string, message: string): JunitFault {
  return { tag: 'failure', type, message };
}

function* github({ command, items, stopped, stays = [] }: WordedReport, { base }: ChangeContext): Generator<string> {
  const failures = items.filter(isFailure);
  for (const item of failures.slice(0, MAX_ITEMS)) {
    const title = `convo ${command}: ${typeOf(item)}`;
    const level = item.state === 'failed' ? 'error' : 'warning';
    yield annotation({ level, path: pathBelow(item.path, base), place: '', title, text: reasonText(item) });
  }
  const more = failures.length - MAX_ITEMS;
  if (more > 0) yield `::notice title=convo ${command}::${more} more are not shown here\n`;
  for (const { sentence } of stays)
    yield annotation({ level: 'warning', path: '', place: '', title: `convo ${command}: stays`, text: sentence });
  if (stopped !== null)
    yield annotation({ level: 'error', path: '', place: '', title: `convo ${command}`, text: stopped.reason });
}

function* markdown(report: WordedReport, { base, exit, commandPrefix: back }: ChangeContext): Generator<string> {
  const { command, run, dryRun, changed, unchanged, refused, failed, items, stopped, after, before } = report;
  yield `## convo ${command}${dryRun ? ' (dry run)' : ''}: ${exit === 0 ? 'done' : `exit code ${exit}`}\n\n`;
  const counts = Object.entries({ changed, unchanged, refused, failed }).filter(([, count]) => count > 0);
  yield `**${counts.map(([state, count]) => `${numberText(count)} ${state}`).join(', ') || 'nothing to do'}**`;
  yield after.conversations + before.conversations === 0
    ? '.\n'
    : `; ${countText(after.messages, 'message')}, ${bytesText(before.bytes)} before and ${bytesText(after.bytes)} after.\n`;
  if (stopped !== null) yield `\n${tableCell(stopped.reason)}\n`;
  const others = items.filter((item) => (item.state === 'changed' || item.left !== undefined) && !isFailure(item));
  const all = [...items.filter(isFailure), ...others];
  const rows = all.slice(0, MAX_ITEMS);
  if (rows.length > 0) yield '\n| State | Where | Codes | What |\n|---|---|---|---|\n';
  for (const item of rows)
    yield `| ${item.state} | ${tableCell(pathBelow(item.path, base))} | ${item.codes.join(' ')} | ${tableCell(reasonText(item))} |\n`;
  const more = all.length - rows.length;
  if (more > 0) yield `\n${numberText(more)} more are not shown here.\n`;
  for (const remark of remarksOf(report)) yield `\n${tableCell(remark)}\n`;
  if (run !== null && !dryRun) yield `\n\`${back} undo ${run}\` puts every byte back.\n`;
}

function isFailure({ state, stays }: WordedItem): boolean {
  return state === 'refused' || state === 'failed' || stays !== undefined;
}

function typeOf({ state, stays }: WordedItem): string {
  return state === 'changed' && stays !== undefined ? 'stays' : state;
}

function reasonText({ id, reason, notes = [], next }: WordedItem): string {
  const words = [reason ?? [], notes, next === undefined ? [] : `next: ${next}`].flat().join('; ');
  return [id === null ? '' : printable(id), words].filter((text) => text !== '').join(': ');
}

export const CHANGE_REPORTS = { json: changeJson, ndjson, junit, github, markdown } as const satisfies Record<
  string,
  MakeChangeReport
>;

export type ChangeReportFormat = keyof typeof CHANGE_REPORTS;
