import type { ChangeReport } from '../model/change-report.ts';
import type { Conversation } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { list } from '../ops/list.ts';
import { changeText } from '../report/change.ts';
import { countText } from '../report/count.ts';
import { paint } from '../report/paint.ts';
import { NAMED, plannedText } from '../report/planned.ts';
import { printable } from '../report/printable.ts';
import { askTwice } from './agree.ts';
import { wantsColor } from './color.ts';
import type { Job } from './job.ts';
import type { Scope } from './reading-of.ts';
import { rerun } from './rerun.ts';
import type { Moment } from './values/moment.ts';

/** Which conversations a command line names. */
interface Choice {
  readonly ids: readonly string[];
  readonly olderThan?: Moment | undefined;
  /** Every conversation in scope was asked for; undefined for verbs that mean all where none is named. */
  readonly all?: boolean;
}

/** Refuses a verb that moves conversations away, or back, without a word on which of them. */
export function needChoice({ command, options }: Job, { ids, olderThan, all }: Choice): void {
  if (all === undefined) return;
  if (all && ids.length > 0) throw new Failure('usage', '--all and ids cannot be given together');
  if (all || ids.length > 0 || olderThan !== undefined || options.project.length > 0) return;
  const message = `\`convo ${command}\` needs to know which conversations are meant`;
  throw new Failure(
    'usage',
    message,
    'Name ids, or give --project NAME, --older-than TIME or --all; nothing was touched.',
  );
}

/** Says what follows from a change that nobody is asked about, before it is made. */
export async function forewarn({ note }: Job, { remarks }: ChangeReport): Promise<void> {
  for (const remark of remarks) await note.line(printable(remark));
  await note.flush();
}

/** Names on the terminal what a bulk change would change, and asks; every edit is shown on request. */
export async function consentTo(
  job: Job,
  plan: ChangeReport,
  { scope, details }: { readonly scope: Scope; details(): Promise<ChangeReport> },
): Promise<boolean> {
  const { env, note, options, clock } = job;
  const colors = paint(wantsColor(options.color, env.stderr, env.vars));
  const screen = { paint: colors, width: env.stderr.columns ?? 80, clock };
  const say = async (lines: Iterable<string>) => {
    for (const text of lines) await note.write(`${text}\n`);
  };
  await say(plannedText(plan, await conversationsOf(plan, scope), screen));
  const these = plan.changed === 1 ? 'this change' : `these ${countText(plan.changed, 'change')}`;
  const show = async () => say(changeText(await details(), { again: rerun(options), paint: colors, asked: true }));
  return askTwice(job, `Make ${these}?`, show);
}

/** The first conversations of a plan, read again for what a person knows them by. */
async function conversationsOf({ items }: ChangeReport, { reading, survey }: Scope): Promise<Conversation[]> {
  const first = items.filter(({ state }) => state === 'changed').slice(0, NAMED);
  const ids = new Set(first.map(({ id }) => id));
  const found: Conversation[] = [];
  const { progress: _, ...quietly } = survey;
  await list(reading, {
    ...quietly,
    wants: (id) => ids.has(id),
    wanted: () => true,
    sharing: false,
    tell: async (group) => {
      found.push(...group);
    },
  });
  return found;
}
