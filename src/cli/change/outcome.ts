import type { ChangeReport } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import { runName } from '../../ops/change/run-ids.ts';
import type { Listen } from '../../ops/change/run-report.ts';
import { byCodeText } from '../../report/change/by-code.ts';
import { changeText } from '../../report/change/change.ts';
import { changeJson } from '../../report/change/change-json.ts';
import { type WordedReport, worded } from '../../report/worded.ts';
import { fitted } from '../../report/wrap.ts';
import type { Job } from '../job.ts';
import { ReaderGone } from '../output.ts';
import type { ProgressLine } from '../progress.ts';
import { rerun } from '../rerun.ts';
import { paged } from '../show/pages.ts';
import { rootsOf, worldFor } from './world.ts';

/** Reports what a changing command did, as text or as the change document; `output` is where it wrote, when that was not a store. */
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
    // The exit code says what became of the change, whether or not it is read.
    if (!(error instanceof ReaderGone)) throw namingRun(error, report, back);
  }
}

/** A dry run may be long, and changes nothing: it is given pages. */
async function tellText(job: Job, report: WordedReport, about: { readonly back: string; readonly name?: string }) {
  const { out, paint } = job;
  const lines = function* () {
    for (const line of byCodeText(report)) yield* fitted(line, out.width);
    yield* changeText(report, { ...about, paint, width: out.width });
  };
  if (report.dryRun) await paged(job, lines);
  else for (const line of lines()) await out.line(line);
}

/** The flags that look at what was changed: in the stores, or where `output` is a folder of its own, there. */
export function writtenTo(options: Job['options'], output: string | null): Job['options'] {
  return output === null ? options : { ...options, root: [output], project: [] };
}

/** An error with the run that was carried out, where its answer cannot be written. */
function namingRun(error: unknown, { run }: ChangeReport, back: string): unknown {
  if (run === null || !(error instanceof Failure)) return error;
  return new Failure(error.code, error.message, `What was changed is run ${run}: \`${back} runs\` lists it.`);
}

/** The short name of a run that was made just now. */
async function nameOf(job: Job, { run, dryRun }: ChangeReport): Promise<{ readonly name?: string }> {
  if (run === null || dryRun) return {};
  const { roots } = await rootsOf(job);
  return { name: runName(worldFor(job).disk, roots, run) };
}

/** Carries out `of` Changes that were decided before, and shows on the line how far it is. */
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
