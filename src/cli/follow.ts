import type { Shown } from '../ops/show.ts';
import { messagesText, type Page } from '../report/transcript.ts';
import type { Job } from './job.ts';

/** How a transcript is set for the reader of a command line. */
export function pageOf({ env, paint, clock }: Job, all: boolean): Page {
  const { isTTY, columns = 80 } = env.stdout;
  if (isTTY !== true) return { all, paint, width: Number.POSITIVE_INFINITY, clock: null };
  return { all, paint, width: columns, clock };
}

/** Milliseconds between two looks at a conversation. */
const LOOK = 500;

/** Shows the messages that a program adds to a conversation as it saves it, until the person ends it. */
export async function followed(job: Job, first: Shown, again: () => Promise<Shown>, all: boolean): Promise<void> {
  let known = first.transcript().messages.length;
  while (!job.interrupted()) {
    await job.out.flush();
    await job.env.wait(LOOK);
    const { conversation, transcript } = await again();
    // Half-written by a program that writes in place: the next look sees it whole.
    if (!conversation.readable && first.conversation.readable) continue;
    const now = transcript();
    if (now.messages.length < known) await job.note.line('convo: the conversation was rewritten, and is shorter now');
    for (const line of messagesText(now, known, pageOf(job, all))) await job.out.line(line);
    known = now.messages.length;
    await job.note.flush();
  }
}
