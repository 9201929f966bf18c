import { type Found, type PlacedFinding, standsFor } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import { addToCount } from '../../model/grouped.ts';
import type { Verified } from '../../ops/verify.ts';
import { plainReport, screenReport } from '../../report/findings/report.ts';
import { shortener } from '../../report/list/rows.ts';
import { countText, numberText } from '../../report/numbers.ts';
import { paint } from '../../report/paint.ts';
import type { ReportContext } from '../../report/reporters/reporter.ts';
import { type ReportFormat, reporterOf } from '../../report/reporters/reporters.ts';
import { EXIT, type Exit } from '../exit.ts';
import type { Job } from '../job.ts';
import { wantsColor } from '../output.ts';
import { rerun } from '../rerun.ts';

/** The lines at the end of a verify, or of several that are joined. */
export type VerifyEnd = Pick<Verified, 'summary' | 'stores' | 'interrupted'>;

/** Hears findings as they come, and the end. */
export interface Listener {
  tell(found: Found): Promise<void>;
  end(verified: VerifyEnd, exit: Exit): Promise<void>;
  /** Gives up what was begun, after a failure. */
  abandon(): void;
}

/** Where a report goes: stdout, or a file of its own. */
export interface ReportSink {
  write(text: string): Promise<void> | void;
  finish(): unknown;
  abandon(): void;
}

/** The settings of a report as text. */
export interface TextOptions {
  /** Those that were asked for. */
  readonly ids: readonly string[];
  /** Nothing is folded. */
  readonly all: boolean;
  /** Whether a finding is only counted. */
  readonly isCountedOnly?: (finding: PlacedFinding) => boolean;
  /** All ids in scope, so that commands can name some by their beginnings. */
  readonly known?: readonly string[];
}

/** Text: blocks on a terminal, elsewhere a line for each finding. */
export function textListener(
  { out, err, options, env }: Job,
  { ids, all, known = [], isCountedOnly = () => false }: TextOptions,
): Listener {
  const { isTTY, columns: width = 80 } = env.stdout;
  const colors = paint(wantsColor(options.color, env.stdout, env.vars, { isLog: true }));
  const report =
    isTTY === true
      ? screenReport({ paint: colors, width, cwd: env.cwd, commandPrefix: rerun(options), idOf: shortener(known) }, all)
      : plainReport(colors, env.cwd);
  let countedOnly = 0;
  return {
    tell: async (found) => {
      if (isCountedOnly(found.finding)) countedOnly += standsFor(found.finding);
      else await out.lines(report.add(found));
    },
    end: async ({ summary, interrupted }) => {
      const last = report.end(summary, { ids, countedOnly });
      await out.lines(last.out);
      await out.flush();
      for (const line of last.err) await err.line(line);
      if (interrupted) await err.line('convo: interrupted; this is what was looked at until then');
    },
    abandon: () => {},
  };
}

/** The codes of a comparison with a seal. */
const COMPARED = /^ST50[1-9]$/;

/**
 * The same for a comparison with a seal: its answer leads. What is not of the comparison comes after it with `all`, and is counted
 * otherwise; what could not be judged could not be compared either.
 */
export function comparingListener(job: Job, options: TextOptions): Listener {
  const { out } = job;
  const { all } = options;
  const text = textListener(job, options);
  const [compared, others]: Found[][] = [[], []];
  let left = 0;
  return {
    tell: async (found) => {
      const { code } = found.finding;
      if (COMPARED.test(code) || ruleOf(code).unjudged === true) compared?.push(found);
      else if (all) others?.push(found);
      else left += standsFor(found.finding);
    },
    end: async (verified, exit) => {
      await out.lines(comparisonText(compared ?? []));
      for (const found of [...(compared ?? []), ...(others ?? [])]) await text.tell(found);
      const isForOthers = exit === EXIT.findings && compared?.every(({ finding }) => finding.severity === 'info');
      const why = isForOthers === true ? ': for them, and not for the seal, the exit code is 1' : '';
      if (left > 0) await out.line(`${countText(left, 'other finding')} (--all lists them)${why}`);
      await text.end(verified, exit);
    },
    abandon: text.abandon,
  };
}

/** The result of a comparison: how many differences of each sort. */
function comparisonText(compared: readonly Found[]): string[] {
  const counts = new Map<Found['finding']['code'], number>();
  for (const { finding } of compared)
    if (COMPARED.test(finding.code)) addToCount(counts, finding.code, standsFor(finding));
  if (counts.size === 0)
    return [compared.length === 0 ? 'As it was sealed.' : 'As it was sealed, as far as it can be read.', ''];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lines = [...counts].map(
    ([code, count]) => `  ${code}  ${ruleOf(code).title}${count === 1 ? '' : `: ${numberText(count)}`}`,
  );
  return [`${countText(total, 'difference')} from the seal:`, ...lines, ''];
}

/** A report of one format. Nothing is written before the first finding or the end, so that a failure can still be the answer. */
export async function reportListener(
  format: ReportFormat,
  context: ReportContext,
  sink: ReportSink,
): Promise<Listener> {
  const report = (await reporterOf(format))(context);
  let begun = false;
  const open = async () => {
    if (!begun) await sink.write(report.open());
    begun = true;
  };
  return {
    tell: async ({ finding }) => {
      await open();
      await sink.write(report.finding(finding));
    },
    end: async ({ summary, stores, interrupted }, exit) => {
      await open();
      await sink.write(report.close({ summary, stores, exit, interrupted }));
      await sink.finish();
    },
    abandon: sink.abandon,
  };
}
