import { commandText, withPlaceholders } from '../../model/command.ts';
import type { Conversation, Message, Transcript } from '../../model/conversation.ts';
import { idWord } from '../../model/ids.ts';
import { SHOW, SHOW_AGENT } from '../../model/rules/row.ts';
import type { ShownConversation } from '../../ops/show.ts';
import type { TranscriptView } from '../../report/show/entries.ts';
import { PlacedFindings } from '../../report/show/placed.ts';
import { noSpeaker, noteLine } from '../../report/show/speaker.ts';
import { messagesText } from '../../report/show/transcript.ts';
import { type Job, rerun } from '../command.ts';
import { contextOf, type MessageNumbers } from './meant-version.ts';

interface TranscriptViewOptions {
  /** A unique prefix. */
  readonly id: string;
  readonly all: boolean;
  readonly full: boolean;
  readonly prompts: boolean;
  readonly follow: boolean;
  readonly everything: boolean;
  /** Null for all messages. */
  readonly at: MessageNumbers | null;
  readonly around?: number | undefined;
}

export function transcriptView(
  { out: { width }, paint, clock, options }: Job,
  { cwd = null }: Conversation,
  { id, all, full, prompts, follow, everything, at, around }: TranscriptViewOptions,
): TranscriptView {
  return {
    all,
    full,
    prompts,
    follow,
    everything,
    verbose: options.verbose,
    part: at === null ? null : { ...at, around: around ?? contextOf(at) },
    paint,
    width,
    clock: width === Number.POSITIVE_INFINITY ? null : clock,
    cwd,
    command: (agent) => {
      const words =
        agent === undefined
          ? withPlaceholders(SHOW, { ID: id })
          : withPlaceholders(SHOW_AGENT, { ID: id, NAME: agent });
      return commandText(words, rerun(options));
    },
    version: (earlier) =>
      commandText(
        withPlaceholders(SHOW, { ID: idWord({ id: id.replace(/(?:~\d+)?(?:@[^@]*)?$/, ''), earlier }) }),
        rerun(options),
      ),
  };
}

const POLL_MS = 500;

interface FollowOptions {
  readAgain(): Promise<ShownConversation>;
  transcriptOf(shown: ShownConversation): Transcript;
  readonly view: TranscriptView;
}

/** `transcriptOf`: the followed part of a conversation, such as a subagent. */
export async function followConversation(
  job: Job,
  first: ShownConversation,
  { readAgain, transcriptOf, view }: FollowOptions,
): Promise<void> {
  let known = new PlaceCounts();
  const spoken = noSpeaker();
  const placed = new PlacedFindings([], [], first.conversation);
  for (const message of transcriptOf(first).messages) {
    known.add(message);
    noteLine(message, spoken, '');
  }
  for (;;) {
    await job.out.flush();
    await job.env.wait(POLL_MS);
    if (job.interrupted()) return;
    const now = await readAgain();
    // It is half-written in place: the next poll reads it whole.
    if (!now.conversation.readable && first.conversation.readable) continue;
    const before = known;
    const counts = new PlaceCounts();
    const isNew = (message: Message) => counts.add(message) > before.of(message);
    for (const line of messagesText(transcriptOf(now), { isNew, spoken, placed }, view)) await job.out.line(line);
    if (counts.total < before.total) await job.err.line('convo: the conversation was rewritten, and is shorter now');
    known = counts;
    await job.err.flush();
  }
}

/** Counts messages by place: several may have one, and a message may be added before the last ones. */
class PlaceCounts {
  total = 0;
  readonly #counts = new Map<string, number>();

  add(message: Message): number {
    this.total++;
    const count = this.of(message) + 1;
    this.#counts.set(placeOf(message), count);
    return count;
  }

  of(message: Message): number {
    return this.#counts.get(placeOf(message)) ?? 0;
  }
}

function placeOf({ at, type, callId = '' }: Message): string {
  return `${at} ${type} ${callId}`;
}
