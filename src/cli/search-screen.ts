import type { Conversation } from '../model/conversation.ts';
import type { GrepScreen } from '../report/grep.ts';
import { shortenerOfSome } from '../report/list/rows.ts';
import type { Job } from './job.ts';

export function searchScreen(job: Job, shown: readonly { readonly conversation: Conversation }[]): GrepScreen {
  const { out, paint, clock, env } = job;
  const around = { home: env.vars['HOME'] ?? null, cwd: env.cwd };
  const idOf = shortenerOfSome(shown.map(({ conversation: { id } }) => id));
  return { paint, width: out.width, clock, around, idOf };
}
