import type { ChangeReport, ReportItem } from '../../model/change-report.ts';
import { type Conversation, conversationKey } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { ruleOf } from '../../model/finding.ts';
import { isDamage } from '../../model/rules/row.ts';
import { type LockOptions, partLocked } from '../../ops/change/refuse-owner.ts';
import { declined } from '../../ops/change/run-report.ts';
import { listAll } from '../../ops/list.ts';
import type { ReadContext } from '../../ops/reading.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { type SurveyOptions, withoutProgress, withSelection } from '../../ops/survey/survey-options.ts';
import { verify } from '../../ops/verify.ts';
import { changeText } from '../../report/change/change.ts';
import { namedItems, plannedText, storesChanged } from '../../report/change/planned.ts';
import { countText, fitted, printable } from '../../report/text.ts';
import { worded, wouldText } from '../../report/worded.ts';
import { type Job, rerun } from '../command.ts';
import { paintFor, ReaderGone } from '../output.ts';
import type { ProgressLine } from '../progress.ts';
import type { Selection } from '../scope.ts';
import type { Moment } from '../values/moment.ts';
import type { VerbWorld } from '../world.ts';
import { changeWords } from './print-change.ts';

interface NamedConversations {
  readonly ids: readonly string[];
  readonly olderThan: Moment | undefined;
  readonly all: boolean;
}

export function requireSelection({ command, options }: Job, { ids, olderThan, all }: NamedConversations): void {
  if (all && ids.length > 0) throw new Failure('usage', '--all and ids cannot be given together');
  if (all || ids.length > 0 || olderThan !== undefined || options.project.length > 0) return;
  const message = `\`convo ${command}\` needs to know which conversations are meant`;
  throw new Failure(
    'usage',
    message,
    'Name ids, or give --project NAME, --older-than TIME or --all; nothing was touched.',
  );
}

/** Prints remarks that are not in `printed`, and adds them to it. */
export async function printRemarks(
  { err, options }: Job,
  planned: ChangeReport,
  printed: Set<string> = new Set(),
): Promise<void> {
  for (const remark of worded(planned, rerun(options)).remarks) {
    if (!printed.has(remark)) await err.line(printable(remark));
    printed.add(remark);
  }
  await err.flush();
}

async function reportLocked({ err }: Job, locked: readonly Failure[]): Promise<void> {
  for (const { message } of locked)
    for (const text of fitted(`left as it is: ${printable(message)}`, err.width)) await err.write(`${text}\n`);
}

interface Consent {
  /** Throws Failure `refused` for changes that were not shown. */
  agree(planned: ChangeReport): Promise<boolean>;
  wasAsked(): boolean;
}

interface ConsentContext {
  readonly world: VerbWorld;
  readonly hold: LockOptions;
  readonly selection: Selection;
  readonly line: ProgressLine;
  /** Redacts the text shown before the question. */
  readonly redactor?: Redactor | null;
  preview(sites?: ReadContext['sites']): Promise<ChangeReport>;
}

/** Consent without a question: the remarks of the plans of all stores are printed, each once. */
export function consentGiven(job: Job, line: ProgressLine): Consent {
  const printed = new Set<string>();
  return {
    agree: async (planned) => {
      await line.clear();
      await printRemarks(job, planned, printed);
      line.deciding();
      return true;
    },
    wasAsked: () => false,
  };
}

/** Consent by one question: for several stores now, for one when all is decided. Throws Failure `usage` when declined. */
export async function consentFor(job: Job, asking: ConsentContext): Promise<Consent> {
  if (asking.selection.reading.sites.length > 1) return consentToStores(job, asking);
  let wasAsked = false;
  return {
    agree: async (planned) => {
      const isAgreed = await consentTo(job, planned, { ...asking, locked: [], details: () => asking.preview() });
      wasAsked = true;
      return isAgreed;
    },
    wasAsked: () => wasAsked,
  };
}

async function consentToStores(job: Job, asking: ConsentContext): Promise<Consent> {
  const { world, hold, selection, preview } = asking;
  const all = await preview();
  const parted = await partLocked(world, storesChanged(all.items), hold);
  const locked = new Map(parted.locked.map(({ store: { root }, failure }) => [root, failure]));
  const free = selection.reading.sites.filter(({ root }) => !locked.has(root));
  const planned = locked.size === 0 ? all : await preview(free);
  const isAsked = planned.changed > 0;
  const details = async () => planned;
  if (isAsked && !(await consentTo(job, planned, { ...asking, locked: [...locked.values()], details })))
    throw declined();
  const consented = new Set(changedItems(planned));
  return {
    agree: async (now) => {
      const root = now.items[0]?.root;
      // The consent did not include this store, even if its lock was released since.
      const failure = locked.get(root ?? '');
      if (failure !== undefined) throw failure;
      if (changedItems(now).every((text) => consented.has(text))) return true;
      throw new Failure('refused', `${root} has changed since the question`, 'Give the command again.');
    },
    wasAsked: () => isAsked,
  };
}

function changedItems({ items }: ChangeReport): string[] {
  const changed = items.filter(({ state }) => state === 'changed');
  return changed.map(({ kind, root, path, id, codes, counts }) =>
    JSON.stringify([kind, root, path, id, codes, counts]),
  );
}

interface PlanQuestion extends Pick<ConsentContext, 'selection' | 'line' | 'redactor'> {
  readonly locked: readonly Failure[];
  details(): Promise<ChangeReport>;
}

async function consentTo(
  job: Job,
  planned: ChangeReport,
  { selection, line, locked, details, redactor = null }: PlanQuestion,
): Promise<boolean> {
  await line.clear();
  const { env, err, options, clock } = job;
  const commandPrefix = rerun(options);
  const words = await changeWords(options, redactor);
  const plan = words(planned);
  const colors = paintFor(options.color, env.stderr, env.vars);
  const screen = { paint: colors, width: env.stderr.columns ?? 80, clock };
  const say = async (lines: Iterable<string>) => {
    for (const text of lines) await err.write(`${text}\n`);
  };
  const items = namedItems(plan);
  const conversations = await cleaned(
    await listAll(selection.reading, surveyOfItems(items, selection.survey)),
    redactor,
  );
  const codes = plan.command === 'delete' ? await codesIn(items, selection) : new Map<string, Set<string>>();
  await say(
    plannedText(plan, { conversations, codesOf: (item) => [...(codes.get(conversationKey(item)) ?? [])] }, screen),
  );
  await reportLocked(job, locked);
  const show = async () => {
    const report = words(await details());
    await line.clear();
    await say(changeText(report, { commandPrefix, paint: colors, width: screen.width, isBeforeQuestion: true }));
  };
  const isAgreed = await ask(job, questionOf(plan), show);
  if (isAgreed) line.deciding();
  return isAgreed;
}

async function cleaned(found: readonly Conversation[], redactor: Redactor | null): Promise<readonly Conversation[]> {
  if (redactor === null) return found;
  const { redactedConversation } = await import('../../ops/secrets/redacted.ts');
  return found.map((each) => redactedConversation(each, redactor));
}

function questionOf({ changed, items }: Pick<ChangeReport, 'changed' | 'items'>): string {
  const stores = storesChanged(items).length;
  const these = changed === 1 ? 'this change' : `these ${countText(changed, 'change')}`;
  return `Make ${these}${stores > 1 ? ` in ${countText(stores, 'store')}` : ''}?`;
}

async function codesIn(
  items: readonly ReportItem[],
  { reading, survey }: Selection,
): Promise<Map<string, Set<string>>> {
  const codes = new Map<string, Set<string>>();
  await verify(reading, {
    ...surveyOfItems(items, survey),
    admits: ({ code }) => isDamage(ruleOf(code)),
    report: async (finding) => {
      const key = conversationKey(finding);
      codes.set(key, (codes.get(key) ?? new Set()).add(finding.code));
    },
  });
  return codes;
}

function surveyOfItems(items: readonly ReportItem[], survey: SurveyOptions): SurveyOptions {
  const ids = new Set(items.map(({ id }) => id));
  return withoutProgress(withSelection(survey, { hasId: (id) => ids.has(id) }));
}

function canAsk({ env }: Job): boolean {
  return env.stdin.isTTY === true && env.stderr.isTTY === true;
}

/** `what`: a clause such as `heal would change ...`. */
export function needAgreement(job: Job, what: string): void {
  if (canAsk(job)) return;
  const hint = 'Look first with --dry-run, then agree with --yes; nothing was touched.';
  throw new Failure('usage', `${what}, and there is no terminal to ask on`, hint);
}

export async function needBulkAgreement(job: Job, plan: () => Promise<ChangeReport>): Promise<void> {
  if (canAsk(job)) return;
  needAgreementTo(job, await plan());
}

function needAgreementTo(job: Job, planned: ChangeReport): void {
  if (planned.changed > 0) needAgreement(job, `\`convo ${job.command}\` ${wouldText(planned)}`);
}

async function flushBeforeQuestion(out: Job['out']): Promise<void> {
  try {
    await out.flush();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}

/** Asks for consent, except for a plan that changes nothing. Throws Failure `usage` when declined. */
export async function agreeTo(job: Job, plan: ChangeReport, locked: readonly Failure[]): Promise<void> {
  needAgreementTo(job, plan);
  if (plan.changed === 0) return;
  const { env, out, err, options } = job;
  await flushBeforeQuestion(out);
  const colors = paintFor(options.color, env.stderr, env.vars);
  const commandPrefix = rerun(options);
  const textOptions = { commandPrefix, paint: colors, width: env.stderr.columns ?? 80, isBeforeQuestion: true };
  for (const text of changeText({ ...worded(plan, commandPrefix), dryRun: true }, textOptions))
    await err.write(`${text}\n`);
  await reportLocked(job, locked);
  if (!(await ask(job, questionOf(plan)))) throw declined();
}

/** True only for `y` or `yes`; `d` shows `details` and asks again. Reusable. Throws Failure `interrupted`. */
export async function ask(job: Job, question: string, details?: () => Promise<void>): Promise<boolean> {
  const { err } = job;
  const choice = details === undefined ? '[y/N]' : '[y/N/d] (d shows the edits)';
  const isOneLine = question.length + choice.length + 1 < err.width;
  const text = isOneLine ? `${question} ${choice}` : [...fitted(question, err.width), choice].join('\n');
  for (;;) {
    // Keys typed before the question are no answer to it.
    await job.env.stdin.dropTyped?.();
    await err.write(`${text} `);
    await err.flush();
    const answer = await answerTo(job);
    if (details === undefined || !DETAILS.test(answer)) return YES_WORD.test(answer);
    await details();
  }
}

const YES_WORD = /^\s*y(es)?\s*$/i;
const DETAILS = /^\s*d(etails)?\s*$/i;

/** The next line of input; empty at its end. Drops the rest of the chunk. Throws Failure `interrupted`. */
async function answerTo({ env: { stdin }, err, onInterrupt }: Job): Promise<string> {
  const input = stdin[Symbol.asyncIterator]();
  let isWaiting = true;
  const interrupted = new Promise<never>((_, fail) => {
    onInterrupt(() => {
      if (!isWaiting) return;
      stdin.destroy?.();
      // The terminal shows ^C after the question, so a new line is needed.
      void err.write('\n');
      fail(new Failure('interrupted', 'interrupted before anything was changed'));
    });
  });
  const decoder = new TextDecoder();
  let answer = '';
  try {
    while (!answer.includes('\n')) {
      const { done, value } = await Promise.race([input.next(), interrupted]);
      if (done === true) {
        // Without Enter the cursor is still in the line of the question.
        await err.write('\n');
        break;
      }
      answer += typeof value === 'string' ? value : decoder.decode(value, { stream: true });
    }
    // Not awaited: it may wait for a chunk forever.
    void input.return?.();
  } finally {
    isWaiting = false;
  }
  return answer.split('\n')[0] ?? '';
}
