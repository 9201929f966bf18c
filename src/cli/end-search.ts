import type { Conversation } from '../model/conversation.ts';
import type { Covered, PlacedGap } from '../model/finding.ts';
import type { Job } from './command.ts';
import { EXIT, type Exit, exitOf } from './exit.ts';
import { reportUnread } from './job-commentary.ts';
import { nameGaps, reportableGaps, reportGaps, reportLost, reportUnjudged } from './report-gaps.ts';
import type { Selection } from './scope.ts';

/** Exit codes in the help of grep and find. */
export const SEARCH_EXITS =
  'The exit code is 0 where something matches, also where not all could be searched, which a line on stderr says then; ' +
  '1 where nothing matches in all that is there, a torn line as far as it goes; 3 where nothing matches in what could be ' +
  'searched, and something could not: a damaged record too, but in a file of the last minute, which its program may still ' +
  'be writing.';

/** Reports what was not searched, and returns the exit code. No match is only certain if all was searched. */
export async function endSearch(
  job: Job,
  { unreadablePaths }: Selection,
  { found, coverage }: { readonly found: readonly Conversation[]; readonly coverage: Covered },
): Promise<Exit> {
  const { unjudged, gaps } = coverage;
  const isFound = found.length > 0;
  const named = reportableGaps(gaps);
  await reportLost(job, found);
  await reportUnjudged(job, unjudged);
  await (isFound ? nameGaps(job, named, 'searched') : reportGaps(job, named, 'searched', null, isUnsearched));
  await reportUnread(job, unreadablePaths);
  const missed = unjudged.length + unreadablePaths.length + named.filter(isUnsearched).length;
  return isFound ? EXIT.done : exitOf({ unreadableCount: missed, hasFindings: true });
}

/** True even for a gap of one record, which may have the sought text; false if all that is left of it was searched. */
function isUnsearched({ isYoung, isSearched = false }: PlacedGap): boolean {
  return !isYoung && !isSearched;
}
