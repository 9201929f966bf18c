import { cmd, sentence } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { cutTo } from '../report/columns.ts';
import { listTitle } from '../report/list/rows.ts';
import { firstLine, printable } from '../report/printable.ts';
import type { Job } from './job.ts';
import { canBeAsked, chooseRow, rowWidth } from './picker.ts';
import { rerunWords } from './rerun.ts';

/** `text`: its excerpt. */
export interface Hit {
  readonly conversation: Conversation;
  /** Operand of `show`. */
  readonly place: string;
  readonly text: string;
}

/** Shows the message the person picks. Throws Failure `usage` without a terminal, `interrupted` without a choice. */
export async function openChosen(job: Job, hits: readonly Hit[]): Promise<void> {
  if (!canBeAsked(job))
    throw new Failure('usage', '--open is for a terminal', sentence`Each line begins with what ${cmd`show`} takes.`);
  const width = rowWidth(job);
  const rows = hits.map(({ conversation, place, text }) => {
    const title = firstLine(listTitle(conversation), TITLE);
    return {
      value: place,
      name: cutTo(`${title}  ${printable(text)}`, width),
      text: `${title} ${text}`.toLowerCase(),
    };
  });
  const chosen = await chooseRow(job, `Which of ${rows.length} to show?`, rows);
  const { options, env } = job;
  await job.runCommand([...rerunWords(options), ...(options.utc ? ['--utc'] : []), 'show', chosen], env);
}

/** Columns. */
const TITLE = 30;
