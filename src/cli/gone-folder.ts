import { commandText, filled } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import { REHOME } from '../model/rules/row.ts';
import type { Reading } from '../ops/reading.ts';
import { folderGone } from '../ops/sites/given.ts';
import type { GoneFolder } from '../report/go-on.ts';
import type { Job } from './command.ts';
import { rerun } from './options.ts';

/** Missing folder, with the command if it moved. Redacted names are not searched. */
export function goneFolder(
  job: Job,
  { disk }: Reading,
  conversation: Conversation,
  isRedacted = false,
): GoneFolder | null {
  const folder = isRedacted ? null : folderGone(disk, conversation);
  if (folder === null) return null;
  const isElsewhere = !folder.startsWith('/');
  return { folder, isElsewhere, moved: commandText(filled(REHOME, { OLD: folder }), rerun(job.options)) };
}
