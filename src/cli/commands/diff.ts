import { Failure } from '../../model/failure.ts';
import { isDifferent } from '../../model/message-diff.ts';
import { matchMessages } from '../../ops/diff/match-messages.ts';
import { learnShown } from '../../ops/secrets/learn.ts';
import { redactedShown, redactedTranscript } from '../../ops/secrets/redacted.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { shortener } from '../../report/list/rows.ts';
import { diffJson, diffText } from '../../report/message-diff.ts';
import { command, type Job } from '../command.ts';
import { type ReadSide, readBeforeRun, readSealed, readSide, readSource, refuseSame } from '../diff/sides.ts';
import { exitOf } from '../exit.ts';
import { flag, toggle } from '../flag.ts';
import { REDACT, redactedText, redactorFor } from '../redact.ts';
import { paged } from '../show/pages.ts';
import { tellDamage } from '../tell-gaps.ts';

export const diffCommand = command({
  operands: 'ID [ID]',
  about:
    'The messages that one conversation has and the other lacks, compared by what they say: ids and times do not count. With one ' +
    'ID, a fork or a copy is compared with its source, or a conversation with its state before a run or at a seal. The exit code is ' +
    '0 where nothing differs and 1 where something does. Where a file is damaged so that parts of it cannot be read, it is 3.',
  examples: [
    ['convo diff 3f0c 7f97', 'two conversations'],
    ['convo diff 7f97', 'a fork or a copy, and its source'],
    ['convo diff 3f0c --before 4', 'what run 4 and all that came after it changed'],
    ['convo diff 3f0c --against seal.txt', 'what was added since it was sealed'],
    ['convo diff 3f0c ~/backup/3f0c.jsonl --stat', 'counts only'],
  ],
  flags: {
    before: flag('--before <run>', 'compare with the conversation as it was before this run'),
    against: flag('--against <seal>', 'compare with the conversation as it was when `convo seal` wrote this file'),
    stat: toggle('--stat', 'counts only'),
    all: toggle('--all', 'hidden messages too'),
    full: toggle('--full', 'long messages whole'),
    ...REDACT,
  },
  run: async (job, [given = '', other], { before, against, stat, all, full, redact, redactAlso }) => {
    if ([other, before, against].filter((each) => each !== undefined).length > 1)
      throw new Failure('usage', 'only one of a second ID, --before and --against can be given');
    const named = await readSide(job, given);
    const sides = await sidesOf(job, named, { other, before, against });
    if (other !== undefined) refuseSame(sides, [given, other]);
    refuseOtherKind(sides);
    const diff = matchMessages(sides[0].messages, sides[1].messages, all);
    const redactor = await redactorFor(job, redact, redactAlso);
    if (redactor !== null) for (const { shown, agent } of sides) learnShown(shown, { agent }, redactor);
    const shown = redactor === null ? sides : ([redacted(sides[0], redactor), redacted(sides[1], redactor)] as const);
    await tell(job, shown, diff, { stat, full });
    for (const side of shown) await tellDamage(side.job, side.shown);
    if (redactor !== null) await job.err.line(redactedText(redactor));
    const unread = sides.flatMap(({ shown: { gaps } }) => gaps).filter(({ extent }) => extent !== 'record');
    return exitOf({ unread: unread.length, hasFindings: isDifferent(diff) });
  },
});

type Sides = readonly [ReadSide, ReadSide];

async function sidesOf(
  job: Job,
  named: ReadSide,
  { other, before, against }: Readonly<Record<'other' | 'before' | 'against', string | undefined>>,
): Promise<Sides> {
  if (other !== undefined) return [named, await readSide(job, other)];
  if (before !== undefined) return [await readBeforeRun(named, before), named];
  if (against !== undefined) return [await readSealed(named, against), named];
  return [await readSource(named), named];
}

function refuseOtherKind([first, second]: Sides): void {
  const [one, two] = [first.conversation, second.conversation];
  if (one.kind !== two.kind)
    throw new Failure(
      'usage',
      `${one.id} is of ${one.kind} and ${two.id} of ${two.kind}: only one kind can be compared`,
    );
}

function redacted(side: ReadSide, redactor: Redactor): ReadSide {
  const shown = redactedShown(side.shown, redactor);
  const { messages } = redactedTranscript({ ...side.shown.transcript(), messages: side.messages }, redactor);
  return { ...side, shown, messages, conversation: shown.conversation };
}

async function tell(
  job: Job,
  sides: Sides,
  diff: ReturnType<typeof matchMessages>,
  { stat, full }: { readonly stat: boolean; readonly full: boolean },
): Promise<void> {
  const { env, out, options, paint, clock } = job;
  if (options.json) {
    for (const piece of diffJson(sides, diff, stat)) await out.write(piece);
    return;
  }
  const { width } = out;
  const idOf = shortener(sides.flatMap(({ known }) => known.map(({ id }) => id)));
  const around = { home: env.vars['HOME'] ?? null, cwd: env.cwd };
  const isPipe = width === Number.POSITIVE_INFINITY;
  await paged(job, () =>
    diffText(sides, diff, { paint, width, around, stat, full, idOf, clock: isPipe ? null : clock }),
  );
}
