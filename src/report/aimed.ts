import type { ChangeItem, ChangeReport } from '../model/change-report.ts';
import type { PlacedFinding } from '../model/finding.ts';

/** Commands that look at stores. */
const AT_STORES =
  /`convo (?=(?:archive|delete|fork|heal|list|migrate|redo|rename|restore|resume|runs|seal|show|tag|undo|verify|why)\b)(?!\S+ --help)/g;

/**
 * A sentence whose commands look at the stores of this command line: `again` is its beginning, up to the verb. What it says of
 * files and folders of these `names` stays, though one may read like a command.
 */
export function aimed(text: string, again: string, names: readonly (string | null | undefined)[] = []): string {
  const [odd, ...others] = names.flatMap((name) => name?.split('/') ?? []).filter((name) => name.includes('`convo '));
  if (odd === undefined) return text.replace(AT_STORES, () => `\`${again} `);
  return text
    .split(odd)
    .map((part) => aimed(part, again, others))
    .join(odd);
}

/** The same for a single command: the page of a code is the same for all stores. */
export function aimedCommand(command: string, again: string): string {
  return command.replace(/^convo (?!explain )/, () => `${again} `);
}

/** The same for what a finding says. */
export function aimedFinding(finding: PlacedFinding, again: string): PlacedFinding {
  const { id, path, project } = finding;
  const message = aimed(finding.message, again, [id, path, project]);
  return message === finding.message ? finding : { ...finding, message };
}

/** The same for every sentence of what a change did. */
export function aimedReport(report: ChangeReport, again: string): ChangeReport {
  const { items, remarks, stays, stopped } = report;
  return {
    ...report,
    items: items.map((item) => aimedItem(item, again)),
    remarks: remarks.map((remark) => aimed(remark, again)),
    ...(stays && { stays: stays.map(({ code, sentence }) => ({ code, sentence: aimed(sentence, again) })) }),
    stopped: stopped && { ...stopped, reason: aimed(stopped.reason, again) },
  };
}

function aimedItem(item: ChangeItem, again: string): ChangeItem {
  const { reason, next, notes, id, path, project } = item;
  if (reason === undefined && next === undefined && notes === undefined) return item;
  const sentence = (text: string) => aimed(text, again, [id, path, project]);
  return {
    ...item,
    ...(reason !== undefined && { reason: sentence(reason) }),
    ...(next !== undefined && { next: aimedCommand(next, again) }),
    ...(notes !== undefined && { notes: notes.map(sentence) }),
  };
}
