import type * as contract from '../../contract/change.ts';
import type { Written } from '../../contract/words.ts';
import { remarksOf } from '../../model/change-report.ts';
import { jsonStream } from '../json-text.ts';
import type { WordedItem, WordedReport } from '../worded.ts';

/** The change document of the JSON contract, streamed. */
export function* changeJson(report: WordedReport): Generator<string> {
  const { command, run, dryRun, plan, changed, unchanged, refused, failed, notReached, stays, stopped } = report;
  const stream = jsonStream(command, 'items', {
    run,
    dryRun,
    ...(plan === null ? {} : { plan }),
    changed,
    unchanged,
    refused,
    failed,
    ...(notReached === 0 ? {} : { notReached }),
    before: { ...report.before },
    after: { ...report.after },
    remarks: remarksOf(report),
    ...(stays === undefined ? {} : { stays: stays.map(({ code }) => code) }),
    ...(stopped === null ? {} : { stopped: { ...stopped } }),
  });
  yield stream.open();
  for (const item of report.items) yield stream.item(itemJson(item));
  yield stream.close({});
}

export function itemJson({
  steps,
  root: _root,
  title: _title,
  counts: _counts,
  needsLossy: _needsLossy,
  ...item
}: WordedItem): Written<typeof contract.item> {
  if (steps === undefined) return item;
  return {
    ...item,
    steps: Array.from(steps, (step) => ({ ...step, edits: step.edits?.map((edit) => ({ ...edit })) })),
  };
}
