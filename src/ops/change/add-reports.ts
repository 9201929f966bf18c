import { addCounts, type ChangeReport } from '../../model/change-report.ts';

/** The reports of one command under several roots as one. */
export function addReports(a: ChangeReport, b: ChangeReport): ChangeReport {
  return {
    ...a,
    run: a.run ?? b.run,
    changed: a.changed + b.changed,
    unchanged: a.unchanged + b.unchanged,
    refused: a.refused + b.refused,
    failed: a.failed + b.failed,
    before: addCounts(a.before, b.before),
    after: addCounts(a.after, b.after),
    items: [...a.items, ...b.items],
    remarks: [...new Set([...a.remarks, ...b.remarks])],
    stopped: a.stopped ?? b.stopped,
    unsafe: a.unsafe || b.unsafe,
  };
}
