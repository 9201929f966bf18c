import { cmd, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { fileAt, pathsFor, placeAt, type StoredId } from '../../ops/resolve-ids.ts';
import type { Version } from '../../ops/show.ts';
import { requireId } from '../choose-conversation.ts';
import type { Job } from '../command.ts';
import type { RedactFlags } from '../redact.ts';
import { idsMeant } from '../scope.ts';
import type { SearchedStores } from '../unknown-id.ts';

/** Refuses a message with --raw: its record contains the text of others. */
function rawMessage(word: string | undefined, { isRange }: MessageNumbers): Failure {
  const [part, all] = isRange ? ['some messages', 'these'] : ['one message', 'that message'];
  const way = sentence`${cmd`show ${word ?? ''} --all --around 0`} shows all of ${all}.`;
  return new Failure('usage', `--raw is for a whole file, not for ${part} of it`, way);
}

export async function meantVersion(
  job: Job,
  typed: string | undefined,
  flags: Partial<RedactFlags> & {
    readonly agent?: string | undefined;
    readonly around?: number | undefined;
    readonly raw: boolean;
  },
  { reading, survey, storedIds }: Omit<SearchedStores, 'env'>,
): Promise<MeantVersion> {
  const [only, ...others] = storedIds;
  const numbered = numberedId(typed, storedIds);
  const { agent, at } = numbered;
  if (agent !== null && flags.agent !== undefined)
    throw new Failure('usage', 'only one of ID@AGENT and --agent can be given');
  if (at !== null && flags.raw) throw rawMessage(typed, at);
  if (at === null && flags.around !== undefined) throw new Failure('usage', '--around is for ID:NUMBER and ID:FROM-TO');
  const chosen = await requireId(job, numbered.word ?? (others.length === 0 ? only?.id : undefined), flags);
  const { word = chosen, earlier } = numbered.word === undefined ? numberedId(chosen, storedIds) : numbered;
  const [id = word] = await idsMeant([word], { reading, survey, storedIds, env: job.env }, 1);
  const named = earlier > 0 ? [] : [...pathsFor(word, job.env.cwd), ...job.options.roots.paths];
  const version = { path: fileAt(named, id, storedIds), earlier };
  return { storedId: placeAt(word, id, storedIds, job.env.cwd), agent: flags.agent ?? agent, at, version };
}

/**
 * The first and the last of some messages, as `show -v` numbers them; `to` is infinite for an open end. `isRange`:
 * written as a range, `3-3` too, and shown without the messages around it.
 */
export interface MessageNumbers {
  readonly from: number;
  readonly to: number;
  readonly isRange: boolean;
}

/** Number of messages shown before and after a numbered one. */
export function contextOf({ isRange }: MessageNumbers): number {
  return isRange ? 0 : 3;
}

interface MeantVersion {
  readonly storedId: StoredId;
  readonly agent: string | null;
  readonly at: MessageNumbers | null;
  readonly version: Version;
}

/** Parses `3f0c:12`, `3f0c:3-5`, `3f0c:3-`, `3f0c~1:12`, `3f0c@a1b2:12`. Ids that end so, and places in files, are left unparsed. */
function numberedId(typed: string | undefined, known: readonly StoredId[]): NumberedId {
  const whole = { word: typed, agent: null, at: null, earlier: 0 };
  if (typed === undefined || /\.jsonl?(?::\d+)*$/.test(typed) || known.some(({ id }) => id === typed)) return whole;
  const [, word, earlier, agent = null, at] =
    /^([^/@]+?)(?:~(\d{1,6}))?(?:@([^/:]+))?(?::(\d{1,9}(?:-\d{0,9})?))?$/.exec(typed) ?? [];
  if (word === undefined) return whole;
  return { word, agent, at: at === undefined ? null : numbersIn(at), earlier: Number(earlier ?? 0) };
}

/** Throws Failure `usage` for a range that ends before it begins. */
function numbersIn(text: string): MessageNumbers {
  const [first = '', last] = text.split('-');
  const from = Number(first);
  const to = last === '' ? Number.POSITIVE_INFINITY : Number(last ?? first);
  if (to < from) throw new Failure('usage', `messages ${text} end before they begin`, `Give ${to}-${from}.`);
  return { from, to, isRange: last !== undefined };
}

interface NumberedId {
  readonly word: string | undefined;
  readonly agent: string | null;
  readonly at: MessageNumbers | null;
  readonly earlier: number;
}
