import type { ChangeReport } from '../model/change-report.ts';
import { changeText } from '../report/change.ts';
import { changeJson } from '../report/change-json.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** Tells what a changing command came to, as text or as the change document; `output` is where it wrote, when that was no store. */
export async function tellChange(
  { options, out, paint }: Job,
  report: ChangeReport,
  output: string | null = null,
): Promise<void> {
  const again = rerun(options);
  const back = output === null ? again : rerun({ ...options, root: [output], project: [] });
  if (options.json) for (const piece of changeJson(report)) await out.write(piece);
  else for (const line of changeText(report, { again, back, paint })) await out.line(line);
}
