import { quotedWord, sentence } from '../../model/command.ts';
import { type DiffSide, isDifferent, type Message, type MessageDiff, type View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { idWord, isNameOfCopy, originalOf, shortener } from '../../model/ids.ts';
import { RUNS } from '../../model/rules/row.ts';
import { findRun } from '../../ops/change/run-ids.ts';
import { diskBeforeRun, matchMessages, sealedState } from '../../ops/diff.ts';
import { listAll } from '../../ops/list.ts';
import type { ReadContext } from '../../ops/reading.ts';
import { isNamedBy, isPath, listStoredIds, type StoredId } from '../../ops/resolve-ids.ts';
import { redactedTranscript } from '../../ops/secrets/redacted.ts';
import { learnShown, redactedShown } from '../../ops/secrets/redacted-shown.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { type ShownConversation, show, type Version } from '../../ops/show.ts';
import { locatePath } from '../../ops/survey/locate.ts';
import type { SurveyOptions } from '../../ops/survey/survey-options.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { diffJson, diffText } from '../../report/message-diff.ts';
import { entriesText, printable } from '../../report/text.ts';
import { command, type Job, readerPlace } from '../command.ts';
import { exitOf } from '../exit.ts';
import { flag, toggle } from '../flag.ts';
import { withCwd } from '../history.ts';
import { needlessCopyLines, ownMessagesLines, sameIdLines } from '../needless-copies.ts';
import { paged } from '../pager.ts';
import { redactedText, redactorFor } from '../redact.ts';
import { reportDamage } from '../report-gaps.ts';
import { atPaths, readingOf } from '../scope.ts';
import { meantVersion } from '../show/meant-version.ts';
import { REDACT } from '../values/redact.ts';
import { rootsOf, worldFor } from '../world.ts';

export const diffCommand = command({
  operands: 'ID [ID]',
  about:
    'The messages that one conversation has and the other lacks, compared by what they say: ids and times do not count.\n\n' +
    'With one ID, a fork or a copy is compared with its source, and a source with its only fork or copy. One that names none is ' +
    'compared with the conversation of one first question that shares most of its messages, and an ID that is in two places with ' +
    'itself. With --before or --against, a conversation is compared with its state before a run or at a seal.\n\n' +
    'The exit code is 0 where nothing differs and 1 where something does. Where a file is damaged so that parts of it cannot be read, it is 3.',
  examples: [
    ['convo diff 3f0c 7f97', 'two conversations'],
    ['convo diff 7f97', 'a fork or a copy, and its source; either of them can be named'],
    ['convo diff 3f0c --before b1ce', 'what this run and all that came after it changed'],
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
  run: async (job, [word = '', other], { before, against, stat, all, full, redact, redactAlso }) => {
    if ([other, before, against].filter((each) => each !== undefined).length > 1)
      throw new Failure('usage', 'only one of a second ID, --before and --against can be given');
    const sides = await readSides(job, word, { other, before, against });
    if (other !== undefined) refuseSame(sides, [word, other]);
    refuseOtherKind(sides);
    const diff = matchMessages(sides[0].messages, sides[1].messages, all);
    const redactor = await redactorFor(job, redact, redactAlso);
    if (redactor !== null) for (const { shown, agent } of sides) learnShown(shown, { agent }, redactor);
    const shown = redactor === null ? sides : redactedSides(sides, redactor, stat ? NONE_SHOWN : diff);
    await printDiff(job, shown, diff, { stat, full });
    await noteCopy(job, sides, diff);
    for (const side of shown) await reportDamage(side.job, side.shown);
    if (redactor !== null) await job.err.line(redactedText(redactor));
    const unread = sides.flatMap(({ shown: { gaps } }) => gaps).filter(({ extent }) => extent !== 'record');
    return exitOf({ unreadableCount: unread.length, hasFindings: isDifferent(diff) });
  },
});

type Sides = readonly [ReadSide, ReadSide];

async function noteCopy(job: Job, sides: Sides, diff: MessageDiff): Promise<void> {
  if (job.options.json) return;
  const both = [sides[0].conversation, sides[1].conversation] as const;
  await job.err.lines(sameIdLines(sides[0].job, both, diff));
  const copy = sides.find(({ conversation: { id, state } }) => isNameOfCopy(id) && state === 'active');
  if (copy === undefined) return;
  const copies = new Set([copy.conversation.id]);
  await job.err.lines(await needlessCopyLines(copy.job, copy, { copies, threads: null }));
  await job.err.lines(ownMessagesLines(copy.job, both, diff));
}

/** Both conversations of an id that is in two places, such as two projects; null for another id. */
async function readTwice(jobOfUser: Job, word: string): Promise<Sides | null> {
  if (isPath(word)) return null;
  // A project is given to choose one of them.
  const job = { ...jobOfUser, options: { ...jobOfUser.options, project: [] } };
  const { reading, survey } = await readingOf(job);
  const storedIds = await listStoredIds(reading, survey);
  const places = storedIds.filter(({ id }) => isNamedBy(id, word));
  const [first, second, ...others] = places.map(({ site, paths: [path = ''] }) => locatePath(site, path));
  if (first === undefined || second === undefined || others.length > 0 || places[0]?.id !== places[1]?.id) return null;
  return [await readSide(job, first), await readSide(job, second)];
}

async function readSides(
  job: Job,
  word: string,
  { other, before, against }: Readonly<Record<'other' | 'before' | 'against', string | undefined>>,
): Promise<Sides> {
  const isAlone = other === undefined && before === undefined && against === undefined;
  const twice = isAlone ? await readTwice(job, word) : null;
  if (twice !== null) return twice;
  const named = await readSide(job, word);
  if (other !== undefined) return [named, await readSide(job, other)];
  if (before !== undefined) return [await readBeforeRun(named, before), named];
  if (against !== undefined) return [await readSealed(named, against), named];
  const source = await readSource(named);
  return source === null ? [named, await readDerived(named)] : [source, named];
}

function refuseOtherKind([first, second]: Sides): void {
  const one = first.conversation;
  const two = second.conversation;
  if (one.kind !== two.kind)
    throw new Failure(
      'usage',
      `${one.id} is of ${one.kind} and ${two.id} of ${two.kind}: only one kind can be compared`,
    );
}

/** Redacts both sides; secrets count only in messages of one side alone, which are shown. */
function redactedSides(
  [first, second]: Sides,
  redactor: Redactor,
  { onlyInFirst, onlyInSecond }: Pick<MessageDiff, 'onlyInFirst' | 'onlyInSecond'>,
): Sides {
  return [redactedSide(first, redactor, onlyInFirst), redactedSide(second, redactor, onlyInSecond)];
}

const NONE_SHOWN = { onlyInFirst: new Set<number>(), onlyInSecond: new Set<number>() };

function redactedSide(side: ReadSide, redactor: Redactor, only: ReadonlySet<number>): ReadSide {
  const counts = ({ index }: Message) => only.has(index);
  const shown = redactedShown(side.shown, redactor, counts);
  const { messages } = redactedTranscript({ ...side.shown.transcript(), messages: side.messages }, redactor, counts);
  return { ...side, shown, messages, conversation: shown.conversation };
}

async function printDiff(
  job: Job,
  sides: Sides,
  diff: ReturnType<typeof matchMessages>,
  { stat, full }: { readonly stat: boolean; readonly full: boolean },
): Promise<void> {
  const { out, options, paint, clock } = job;
  if (options.json) {
    for (const piece of diffJson(sides, diff, stat)) await out.write(piece);
    return;
  }
  const { width } = out;
  const idOf = shortener(sides.flatMap(({ storedIds }) => storedIds.map(({ id }) => id)));
  const isPipe = width === Number.POSITIVE_INFINITY;
  await paged(job, () =>
    diffText(sides, diff, { paint, width, around: readerPlace(job), stat, full, idOf, clock: isPipe ? null : clock }),
  );
}

interface ReadSide extends DiffSide {
  readonly job: Job;
  readonly shown: ShownConversation;
  readonly agent: string | null;
  readonly storedId: StoredId;
  readonly version: Version;
  readonly reading: ReadContext;
  readonly survey: SurveyOptions;
  readonly storedIds: readonly StoredId[];
}

/** Reads the conversation that a word means: `ID`, `ID~1`, `ID@AGENT` or a path. Throws Failure. */
async function readSide(typedJob: Job, word: string): Promise<ReadSide> {
  const job = await atPaths(typedJob, [word]);
  const { reading, survey } = await readingOf(job);
  const storedIds = await listStoredIds(reading, survey);
  const { storedId, agent, at, version } = await meantVersion(
    job,
    word,
    { raw: false },
    { reading, survey, storedIds },
  );
  if (at !== null) throw new Failure('usage', `${word} is one message, and conversations are compared whole`);
  const shown = await show(reading, storedId, survey, version);
  return sideOf(shown, { job, agent, storedId, version, reading, survey, storedIds });
}

function sideOf(
  read: ShownConversation,
  from: Omit<ReadSide, keyof DiffSide | 'shown'>,
  { state = null, first = Number.POSITIVE_INFINITY }: { readonly state?: string | null; readonly first?: number } = {},
): ReadSide {
  const [shown = read] = withCwd(from.job, [read]);
  const messages = {
    *[Symbol.iterator](): Generator<Message> {
      let count = 0;
      for (const message of shown.transcript({ agent: from.agent }).messages) {
        if (count++ >= first) return;
        yield message;
      }
    },
  };
  return { ...from, shown, state, messages, conversation: shown.conversation };
}

const HINT = 'Name it, or an earlier state with --before RUN or --against SEAL.';

/** The conversation from which another one was forked or copied; null if it names none. Throws Failure `no-match`. */
async function readSource({ job, conversation }: ReadSide): Promise<ReadSide | null> {
  const { id, forkedFrom, cameFrom = [] } = conversation;
  const source = isNameOfCopy(id) ? originalOf(id) : (forkedFrom ?? cameFrom[0]);
  if (source === undefined) return null;
  const found = await readSide(job, source).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'no-match') return null;
    throw error;
  });
  if (found !== null && found.conversation.path !== conversation.path) return found;
  const name = idWord(conversation);
  throw new Failure(
    'no-match',
    `${name} came from ${source}, which is not there: a second conversation is missing`,
    HINT,
  );
}

/** The one fork, copy or continuation of a conversation. Throws Failure `usage` for none and for several. */
async function readDerived(side: ReadSide): Promise<ReadSide> {
  const { job, conversation, reading, survey } = side;
  const { id, kind, goesOnIn } = conversation;
  const found = await listAll(reading, survey, { wanted: (view) => isFrom(view, id) || view.id === goesOnIn });
  const words = new Set(found.filter((each) => each.kind === kind).map(idWord));
  const [one, ...others] = words;
  const name = idWord(conversation);
  if (others.length > 0)
    throw new Failure('usage', `${words.size} conversations are forks or copies of ${name}`, oneOf([...words]));
  const derived = one === undefined ? await readLookAlike(side) : await readSide(job, one);
  if (derived !== null) return derived;
  throw new Failure(
    'usage',
    `${name} was not forked or copied, and is no fork or copy itself: a second conversation is missing`,
    HINT,
  );
}

function oneOf(words: readonly string[]): string {
  const named = words.map(quotedWord);
  return `Name one: ${named.slice(0, MAX_VERSIONS_NAMED).join(', ')}${named.length > MAX_VERSIONS_NAMED ? ', …' : ''}`;
}

/** The conversation that shares most messages; null for none. Throws Failure `usage` if several share as many. */
async function readLookAlike({ job, conversation, reading, survey, shown }: ReadSide): Promise<ReadSide | null> {
  const { lookAlikes } = await import('../../ops/look-alikes.ts');
  const found = await lookAlikes(reading, survey, shown);
  const [first] = found;
  if (first === undefined) return null;
  const best = found.filter(({ shared }) => shared === first.shared);
  const name = idWord(conversation);
  const words = best.map((each) => idWord(each.conversation));
  if (best.length > 1)
    throw new Failure('usage', `${best.length} conversations have most of the messages of ${name}`, oneOf(words));
  const both = entriesText(first.shared);
  const other = printable(idWord(first.conversation));
  await job.err.line(`convo: ${printable(name)} names no source: it is compared with ${other}, which shares ${both}`);
  return readSide(job, first.conversation.path);
}

const MAX_VERSIONS_NAMED = 5;

function isFrom(view: View, id: string): boolean {
  return view.forkedFrom === id || (isNameOfCopy(view.id) && originalOf(view.id) === id);
}

/** Refuses two words for one conversation; a copy is found by its original's id if that is gone. */
function refuseSame([first, second]: readonly [ReadSide, ReadSide], words: readonly string[]): void {
  const { id, path } = first.conversation;
  const meant = words.find((word) => isNameOfCopy(id) && originalOf(id).startsWith(word));
  if (meant !== undefined && path === second.conversation.path && !words.every((word) => word === meant))
    throw new Failure('no-match', `the original of ${id} is not there: ${meant} means this copy, too`);
}

/** A conversation as it was before a run. Throws Failure `no-match` if the run kept nothing of it. */
async function readBeforeRun(now: ReadSide, named: string): Promise<ReadSide> {
  const { job } = now;
  const world = worldFor(job);
  const { roots } = await rootsOf(job);
  const run = findRun(world, roots, named);
  const disk = diskBeforeRun(world, now.storedId, run);
  if (disk === null)
    throw new Failure(
      'no-match',
      `run ${named} has nothing of ${idWord(now.conversation)} as it was before`,
      sentence`${RUNS} lists the runs: one that is undone, pruned or about other conversations has no original of it.`,
    );
  return earlierSide(now, disk, `before run ${named}`).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'no-match') throw error;
    throw new Failure('no-match', `${idWord(now.conversation)} was not there before run ${named}`, null);
  });
}

async function readSealed(now: ReadSide, typed: string): Promise<ReadSide> {
  const { job, reading, storedId, shown } = now;
  const file = pathFromArgument(job.env.cwd, typed);
  const sealed = sealedState(worldFor(job), reading, { file, storedId, shown });
  if ('first' in sealed) return sideOf(shown, now, { state: SEALED, first: sealed.first });
  return earlierSide(now, sealed.disk, SEALED);
}

const SEALED = 'as it was sealed';

async function earlierSide(now: ReadSide, disk: ReadContext['disk'], state: string): Promise<ReadSide> {
  const reading = { ...now.reading, disk };
  const shown = await show(reading, now.storedId, now.survey, now.version);
  return sideOf(shown, { ...now, reading }, { state });
}
