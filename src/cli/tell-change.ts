import type { ChangeReport } from '../model/change-report.ts';
import { changeText } from '../report/change.ts';
import { changeJson } from '../report/change-json.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** Tells what a changing command came to, as text or as the change document. */
export async function tellChange({ options, out, paint }: Job, report: ChangeReport): Promise<void> {
  if (options.json) for (const piece of changeJson(report)) await out.write(piece);
  else for (const line of changeText(report, { again: rerun(options), paint })) await out.line(line);
}
