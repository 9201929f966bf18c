import type { ChangeReport } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import { runName } from '../../ops/change/run-ids.ts';
import type { Listen } from '../../ops/change/run-report.ts';
import { changeText } from '../../report/change/change.ts';
import { byCodeText } from '../../report/change/planned.ts';
import { fitted } from '../../report/columns.ts';
import { changeJson, type WordedReport, worded } from '../../report/worded.ts';
import type { Job } from '../command.ts';
import { rerun } from '../options.ts';
import { ReaderGone } from '../output.ts';
import type { ProgressLine } from '../progress.ts';
import { paged } from '../show/pages.ts';
import { rootsOf, worldFor } from './world.ts';

/** `output`: output folder, if not a store. */
export async function tellChange(job: Job, given: ChangeReport, output: string | null = null): Promise<void> {
  const { options, out } = job;
  const report = worded(given, rerun(options));
  const there = writtenTo(options, output);
  const back = rerun(there);
  try {
    if (options.json) for (const piece of changeJson(report)) await out.write(piece);
    else await tellText(job, report, { back, ...(await nameOf({ ...job, options: there }, report)) });
    await out.flush();
  } catch (error) {
    // The exit code is right even if nobody reads the text.
    if (!(error instanceof ReaderGone)) throw namingRun(error, report, back);
  }
}

/** Long and harmless: paged. */
async function tellText(job: Job, report: WordedReport, about: { readonly back: string; readonly name?: string }) {
  const { out, paint } = job;
  const lines = function* () {
    for (const line of report.dryRun ? byCodeText(report) : []) yield* fitted(line, out.width);
    yield* changeText(report, { ...about, paint, width: out.width });
  };
  if (report.dryRun) await paged(job, lines);
  else for (const line of lines()) await out.line(line);
}

/** Flags for a look at the changed stores or the output folder. */
export function writtenTo(options: Job['options'], output: string | null): Job['options'] {
  return output === null ? options : { ...options, root: [output], project: [] };
}

function namingRun(error: unknown, { run }: ChangeReport, back: string): unknown {
  if (run === null || !(error instanceof Failure)) return error;
  return new Failure(error.code, error.message, `What was changed is run ${run}: \`${back} runs\` lists it.`);
}

async function nameOf(job: Job, { run, dryRun }: ChangeReport): Promise<{ readonly name?: string }> {
  if (run === null || dryRun) return {};
  const { roots } = await rootsOf(job);
  return { name: runName(worldFor(job).disk, roots, run) };
}

/** Shows progress over `of` decided Changes. */
export async function watched<T>(
  line: ProgressLine,
  of: number,
  listen: Listen,
  carryOut: (listen: Listen) => Promise<T>,
): Promise<T> {
  let done = 0;
  try {
    return await carryOut((result, root) => {
      listen(result, root);
      line.made(++done, of);
    });
  } finally {
    await line.clear();
  }
}
