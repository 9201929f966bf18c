import type { ChangeReport, ReportItem } from '../model/change-report.ts';
import { type Sentence, sentenceText } from '../model/command.ts';
import type { PlacedFinding } from '../model/finding.ts';

/** A change report with commands as text. */
export type WordedReport = ChangeReport<string>;
export type WordedItem = ReportItem<string>;

/** `commandPrefix`: command line up to the verb. */
export function worded(report: ChangeReport, commandPrefix: string): WordedReport {
  const { items, remarks, stays, stopped } = report;
  const text = (sentence: Sentence) => sentenceText(sentence, commandPrefix);
  return {
    ...report,
    items: items.map((item) => wordedItem(item, text)),
    remarks: [...new Set(remarks.map(text))],
    stays: stays?.map(({ code, sentence }) => ({ code, sentence: text(sentence) })),
    stopped: stopped && { ...stopped, reason: text(stopped.reason) },
  };
}

function wordedItem(item: ReportItem, text: (sentence: Sentence) => string): WordedItem {
  const { reason, next, notes } = item;
  return {
    ...item,
    reason: reason === undefined ? reason : text(reason),
    next: next === undefined ? next : text(next),
    notes: notes?.map(text),
  };
}

/** Appends the way on to the message. */
export function wordedFinding(finding: PlacedFinding, commandPrefix: string): PlacedFinding {
  const { wayOn, ...worded } = finding;
  if (wayOn === undefined) return finding;
  return { ...worded, message: `${finding.message}: ${sentenceText(wayOn, commandPrefix)}` };
}
