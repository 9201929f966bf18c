import type { Source } from '../../../codecs/lines/source.ts';
import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import { putBackGrown } from '../../engine/put-back.ts';
import type { SavedOver, Versions } from '../../kind.ts';
import { fileShape } from '../checks/file-shape.ts';
import { listingOf } from '../list/listing.ts';

/** Undoes a run on a transcript that has grown since: the appended bytes stay. */
export function putBackClaude(path: string, versions: Versions): Source | null {
  return path.endsWith('.jsonl') ? putBackGrown(versions) : null;
}

/**
 * The program writes the title and the tag of a session that it goes on with again and again: the last ones count. And it appends lines
 * of UTF-8 to whatever is there: behind UTF-16 or a list, neither it nor a heal can read them.
 */
export function claudeHarmOf(_: string, { before, after, undone }: SavedOver): Sentence | null {
  if (undone.size > before.size && fileShape(before) !== null)
    return 'the program has gone on with it since, and behind what was there before nothing could read what it wrote';
  const [was, made, afterUndo] = [listingOf(before), listingOf(after), listingOf(undone)];
  if (was.customTitle !== made.customTitle && afterUndo.customTitle === made.customTitle)
    return saidAgain('title', 'rename');
  if (was.tag !== made.tag && afterUndo.tag === made.tag) return saidAgain('tag', 'tag');
  return null;
}

function saidAgain(what: string, verb: string): Sentence {
  return sentence`the program has written the same ${what} again since: ${cmd`${verb}`} gives the session another`;
}
