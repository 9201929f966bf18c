import { cmd, sentence } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { cutTo } from '../report/columns.ts';
import type { GrepScreen } from '../report/grep.ts';
import { listTitle, shortenerOfSome } from '../report/list/rows.ts';
import { countText } from '../report/numbers.ts';
import { firstLine, printable } from '../report/printable.ts';
import type { Job } from './command.ts';
import { rerunWords } from './options.ts';
import { canBeAsked, chooseRow, rowWidth } from './picker.ts';

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

const TITLE = 30;

export function searchScreen(job: Job, shown: readonly { readonly conversation: Conversation }[]): GrepScreen {
  const { out, paint, clock, env } = job;
  const around = { home: env.vars['HOME'] ?? null, cwd: env.cwd };
  const idOf = shortenerOfSome(shown.map(({ conversation: { id } }) => id));
  return { paint, width: out.width, clock, around, idOf };
}

/** After a search without matches: the number of archived conversations that match. */
export async function tellArchived(job: Job, count: number): Promise<void> {
  if (count > 0)
    await job.err.line(
      `convo: ${countText(count, 'archived conversation matches', 'archived conversations match')}: --all`,
    );
}
