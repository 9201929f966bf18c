import { REDACTED_TOO, type RedactedToo } from '../model/secret.ts';
import type { ReadContext } from '../ops/reading.ts';
import type { Redactor, TextFilter } from '../ops/secrets/redactor.ts';
import type { SurveyOptions } from '../ops/survey/survey-options.ts';
import { ruleCounts } from '../report/rule-counts.ts';
import { countText, printable } from '../report/text.ts';
import type { Job } from './command.ts';

export async function redactorFor(
  { env, err }: Job,
  redact: boolean,
  also: readonly RedactedToo[],
): Promise<Redactor | null> {
  if (also.includes('host')) {
    const { isTellingName } = await import('../ops/secrets/personal.ts');
    if (!isTellingName(env.host))
      await err.line(
        `convo: the name of this machine, ${printable(env.host)}, stays: it is too short, or many have it`,
      );
  }
  const redactor = await silentRedactor(env, redact, also);
  if (redactor !== null) err.redactBy(uncounted(redactor));
  return redactor;
}

/** A redactor for stderr and failures, which does not count. `globals` as typed: `redactAlso` may be invalid. */
export async function cleanerByFlags(
  env: Job['env'],
  globals: Readonly<Record<string, unknown>>,
): Promise<(text: string) => string> {
  const names = String(globals['redactAlso'] ?? '').split(',');
  const also = REDACTED_TOO.filter((each) => names.includes(each));
  const redactor = await silentRedactor(env, true, also);
  return redactor === null ? (text) => text : uncounted(redactor);
}

function uncounted(redactor: Redactor): (text: string) => string {
  return (text) => redactor.uncounted(() => redactedByLine(text, redactor));
}

/** A redactor that does not report which names stay: a command reports that once. */
export async function silentRedactor(
  env: Job['env'],
  redact: boolean,
  also: readonly RedactedToo[],
): Promise<Redactor | null> {
  if (!redact && also.length === 0) return null;
  const { redactorOf } = await import('../ops/secrets/redactor.ts');
  const users = ['USER', 'LOGNAME', 'USERNAME'].map((name) => env.vars[name] ?? '');
  const home = env.vars['HOME'] ?? env.vars['USERPROFILE'] ?? null;
  return redactorOf({ also, names: { users, hosts: also.includes('host') ? [env.host] : [], home } });
}

export interface RedactFlags {
  readonly redact: boolean;
  readonly redactAlso: readonly RedactedToo[];
}

/** A redactor with the secrets of the selected conversations, so that a title has none that a message reveals. */
export async function learntRedactor(
  job: Job,
  { redact, redactAlso }: RedactFlags,
  reading: ReadContext,
  options: SurveyOptions,
): Promise<Redactor | null> {
  const redactor = await redactorFor(job, redact, redactAlso);
  if (redactor === null) return null;
  const { learnFrom } = await import('../ops/secrets/learn.ts');
  await learnFrom(reading, options, redactor);
  return redactor;
}

/** Redacts twice: a later text may reveal a secret of an earlier one. */
export function redactedTwice<T>(redactor: Redactor, cleaned: (redact: TextFilter) => T): T {
  cleaned(redactor.learner);
  return cleaned(redactor);
}

/** Redacts each line separately, such as a title that is cut. */
export function redactedByLine(text: string, redact: Redactor | null): string {
  if (redact === null) return text;
  return text
    .split('\n')
    .map((line) => redact(line))
    .join('\n');
}

export function redactionText(redactor: Redactor | null): string {
  return redactor === null ? UNREDACTED : `${redactedText(redactor)}; no rule knows every secret: look before you send`;
}

const UNREDACTED =
  'convo: nothing was redacted: `convo secrets` says what these conversations hold, --redact leaves it out';

export function redactedText({ counts }: Redactor): string {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return all === 0 ? 'redacted: nothing was found' : `redacted: ${countText(all, 'place')}: ${ruleCounts(counts)}`;
}

export async function reportRedacted({ err }: Pick<Job, 'err'>, redactor: Redactor | null): Promise<void> {
  if (redactor !== null) await err.line(`convo: ${redactedText(redactor)}`);
}
