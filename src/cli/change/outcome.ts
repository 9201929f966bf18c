import type { ChangeReport } from '../../model/change-report.ts';
import type { Listen } from '../../ops/change/run-report.ts';
import { changeText } from '../../report/change/change.ts';
import { changeJson } from '../../report/change/change-json.ts';
import type { Job } from '../job.ts';
import { progressLine } from '../progress.ts';
import { rerun } from '../scope.ts';

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

/** Carries out what was decided before, with a progress line that `listen` feeds along the way. */
export async function watched<T>(job: Job, listen: Listen, carryOut: (listen: Listen) => Promise<T>): Promise<T> {
  const line = progressLine(job);
  let done = 0;
  try {
    return await carryOut((result, root) => {
      listen(result, root);
      line.made(++done, null);
    });
  } finally {
    await line.clear();
  }
}
