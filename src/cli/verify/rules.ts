import { type Finding, standsFor } from '../../model/finding.ts';
import { type Code, ruleOf } from '../../model/findings.ts';
import type { Severity } from '../../model/rules/row.ts';
import { countText } from '../../report/numbers.ts';
import { printable } from '../../report/printable.ts';
import { gateSettings } from '../config/config.ts';
import type { GateSettings } from '../config/schema.ts';
import type { Job } from '../job.ts';
import type { FailOn } from '../values/fail-on.ts';

/** The flags about the findings that count. */
interface RuleOptions {
  readonly only: readonly Code[];
  readonly ignore: readonly Code[];
  readonly severity: readonly { readonly code: Code; readonly severity: Severity }[];
  readonly failOn: FailOn | undefined;
  readonly maxWarnings: number | undefined;
  readonly exitZero: boolean;
}

/** Which findings count in a verify, and as what: by the command line, then the project's settings, then the person's own. */
export interface Rules extends Pick<RuleOptions, 'failOn' | 'maxWarnings' | 'exitZero'> {
  readonly severities: ReadonlyMap<Code, Severity>;
  /** The config files that have a say. */
  readonly files: readonly string[];
  /** Call once for each finding: ignored ones are counted. */
  shows(finding: Pick<Finding, 'code' | 'count'>): boolean;
  /** Findings that config files left out; undefined without such a file. */
  ignored(): number | undefined;
  /** The effect of each config file, in a line. */
  lines(): string[];
}

/** The rules of a run. Throws Failure `usage` for a config file that does not fit. */
export async function rulesOf(job: Job, { only, ignore, severity, ...asked }: RuleOptions): Promise<Rules> {
  const files = (await gateSettings(job)).map((settings) => ({ settings, ignored: 0, graded: 0 }));
  const first = <T>(values: readonly (T | undefined)[]): T | undefined => values.find((value) => value !== undefined);
  const typed = new Map(severity.map((each) => [each.code, each.severity]));
  const severities = new Map([...files.toReversed().flatMap(({ settings }) => [...settings.severities]), ...typed]);
  return {
    failOn: first([asked.failOn, ...files.map(({ settings }) => settings.failOn)]),
    maxWarnings: first([asked.maxWarnings, ...files.map(({ settings }) => settings.maxWarnings)]),
    exitZero: asked.exitZero || job.settings?.exitZero === true,
    severities,
    files: files.map(({ settings }) => settings.path),
    shows: (finding) => {
      const { code } = finding;
      // A filter that hid what could not be judged would make an unread store pass.
      const stays = ruleOf(code).unjudged === true;
      if (!stays && (ignore.includes(code) || (only.length > 0 && !only.includes(code)))) return false;
      const leaver = files.find(({ settings }) => !stays && settings.ignore.includes(code));
      const grader = typed.has(code) ? undefined : files.find(({ settings }) => settings.severities.has(code));
      if (leaver !== undefined) leaver.ignored += standsFor(finding);
      else if (grader !== undefined) grader.graded += standsFor(finding);
      return leaver === undefined;
    },
    ignored: () => (files.length === 0 ? undefined : files.reduce((sum, { ignored }) => sum + ignored, 0)),
    lines: () => files.flatMap(lineOf),
  };
}

function lineOf(file: {
  readonly settings: GateSettings;
  readonly ignored: number;
  readonly graded: number;
}): string[] {
  const { settings, ignored, graded } = file;
  const did = [
    ...(ignored > 0 ? [`left out ${countText(ignored, 'finding')}`] : []),
    ...(graded > 0 ? [`changed the severity of ${countText(graded, 'finding')}`] : []),
    ...(settings.failOn !== undefined || settings.maxWarnings !== undefined ? ['decided what fails'] : []),
  ];
  return did.length === 0 ? [] : [`convo: ${printable(settings.path)} ${did.join(', ')} (--no-config leaves it out)`];
}
