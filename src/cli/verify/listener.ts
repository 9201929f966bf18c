import { addToCount } from '../../model/collections.ts';
import { type PlacedFinding, standsFor } from '../../model/finding.ts';
import { ruleOf } from '../../model/findings.ts';
import type { Verified } from '../../ops/verify.ts';
import { plainReport, screenReport } from '../../report/findings/report.ts';
import { shortener } from '../../report/list/rows.ts';
import { countText, numberText } from '../../report/numbers.ts';
import { paint } from '../../report/paint.ts';
import type { ReportContext } from '../../report/reporters/reporter.ts';
import { type ReportFormat, reporterOf } from '../../report/reporters/reporters.ts';
import { EXIT, type Exit } from '../exit.ts';
import type { Job } from '../job.ts';
import { hasManyColors, wantsColor } from '../output.ts';
import { rerun } from '../rerun.ts';

export type VerifyEnd = Pick<Verified, 'summary' | 'stores' | 'interrupted'>;

export interface Listener {
  tell(finding: PlacedFinding): Promise<void>;
  end(verified: VerifyEnd, exit: Exit): Promise<void>;
  /** After a failure. */
  abandon(): void;
}

export interface ReportSink {
  write(text: string): Promise<void> | void;
  finish(): unknown;
  abandon(): void;
}

export interface TextOptions {
  readonly ids: readonly string[];
  /** Folds nothing. */
  readonly all: boolean;
  /** Only counted. */
  readonly isCountedOnly?: (finding: PlacedFinding) => boolean;
  /** All ids in scope, for shortening. */
  readonly known?: readonly string[];
}

/** Blocks on a terminal, else a line per finding. */
export function textListener(
  { out, err, options, env }: Job,
  { ids, all, known = [], isCountedOnly = () => false }: TextOptions,
): Listener {
  const { isTTY, columns: width = 80 } = env.stdout;
  const colors = paint(wantsColor(options.color, env.stdout, env.vars, { isLog: true }), hasManyColors(env.vars));
  const report =
    isTTY === true
      ? screenReport({ paint: colors, width, cwd: env.cwd, commandPrefix: rerun(options), idOf: shortener(known) }, all)
      : plainReport(colors, env.cwd);
  let countedOnly = 0;
  return {
    tell: async (finding) => {
      if (isCountedOnly(finding)) countedOnly += standsFor(finding);
      else await out.lines(report.add(finding));
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

/** Codes of a comparison. */
const COMPARED = /^ST50[1-9]$/;

/** For a comparison with a seal: its findings lead. Others follow with `all`, else are counted; unjudged files count as not compared. */
export function comparingListener(job: Job, options: TextOptions): Listener {
  const { out } = job;
  const { all } = options;
  const text = textListener(job, options);
  const [compared, others]: PlacedFinding[][] = [[], []];
  let left = 0;
  return {
    tell: async (finding) => {
      const { code } = finding;
      if (COMPARED.test(code) || ruleOf(code).unjudged === true) compared?.push(finding);
      else if (all) others?.push(finding);
      else left += standsFor(finding);
    },
    end: async (verified, exit) => {
      await out.lines(comparisonText(compared ?? []));
      for (const finding of [...(compared ?? []), ...(others ?? [])]) await text.tell(finding);
      const isForOthers = exit === EXIT.findings && compared?.every(({ severity }) => severity === 'info');
      const why = isForOthers === true ? ': for them, and not for the seal, the exit code is 1' : '';
      if (left > 0) await out.line(`${countText(left, 'other finding')} (--all lists them)${why}`);
      await text.end(verified, exit);
    },
    abandon: text.abandon,
  };
}

/** Differences by sort. */
function comparisonText(compared: readonly PlacedFinding[]): string[] {
  const counts = new Map<PlacedFinding['code'], number>();
  for (const finding of compared) if (COMPARED.test(finding.code)) addToCount(counts, finding.code, standsFor(finding));
  if (counts.size === 0)
    return [compared.length === 0 ? 'As it was sealed.' : 'As it was sealed, as far as it can be read.', ''];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lines = [...counts].map(
    ([code, count]) => `  ${code}  ${ruleOf(code).title}${count === 1 ? '' : `: ${numberText(count)}`}`,
  );
  return [`${countText(total, 'difference')} from the seal:`, ...lines, ''];
}

/** Writes nothing before the first finding or the end, so that a failure can still be the answer. */
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
    tell: async (finding) => {
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
