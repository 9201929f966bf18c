import type { ChangeItem, ChangeReport } from '../../model/change-report.ts';
import { type Json, jsonText } from '../json-text.ts';

/** A changing command's answer as the change document of the JSON contract, in pieces, so that a long one streams. */
export function* changeJson(report: ChangeReport): Generator<string> {
  const { command, run, dryRun, plan, changed, unchanged, refused, failed, remarks, stopped } = report;
  const head = {
    schema: 1,
    command,
    run,
    dryRun,
    ...(plan === null ? {} : { plan }),
    changed,
    unchanged,
    refused,
    failed,
    before: { ...report.before },
    after: { ...report.after },
    remarks,
    ...(stopped === null ? {} : { stopped: { ...stopped } }),
  };
  yield `${jsonText(head).slice(0, -1)},"items":[`;
  for (const [n, item] of report.items.entries()) yield `${n === 0 ? '' : ','}${jsonText(itemJson(item))}`;
  yield ']}\n';
}

/** An item of the change document. */
export function itemJson({ steps, ...item }: ChangeItem): Json {
  if (steps === undefined) return item;
  return { ...item, steps: steps.map((step) => ({ ...step, edits: step.edits?.map((edit) => ({ ...edit })) })) };
}
