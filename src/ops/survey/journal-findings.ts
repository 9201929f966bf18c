import { errorCode, readReasonOf } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { isMarked, JOURNAL, type Journal, type JournalDisk, journalDisk, journalOf } from '../../io/journal/journal.ts';
import { countLeft, isPartlyUndone } from '../../io/journal/marker.ts';
import { distrustRoot, whyUnusable } from '../../io/journal/readable.ts';
import { runIds } from '../../io/journal/run-order.ts';
import { cutRuns, isLocked } from '../../io/journal/runs.ts';
import { cmd, sentence } from '../../model/command.ts';
import { aboutFile, type Finding } from '../../model/finding.ts';
import { cutWords, wayFromCut } from '../../model/run.ts';
import type { Site } from '../../stores/kind.ts';
import { count } from '../../stores/words.ts';

/** Findings on incomplete runs in a site's journal. An unusable journal does not keep its store from being judged. */
export function journalFindings(disk: ReadDisk, { root }: Pick<Site, 'root'>): Finding[] {
  const real = disk.realpath(root);
  const distrust = distrustRoot(disk, real, 'read');
  if (distrust !== null) return [unusable(distrust.path.slice(real.length + 1), distrust.reason)];
  try {
    return runFindings(journalDisk(disk), real);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return [unusable(JOURNAL, readReasonOf(error))];
  }
}

function runFindings(disk: JournalDisk, root: string): Finding[] {
  const cut = new Set(cutRuns(disk, root));
  const isHeld = isLocked(disk, root);
  return runIds(disk, root).flatMap((run) => {
    const journal = journalOf(root, run);
    if (!cut.has(run)) return unreadableOrLeft(disk, journal);
    const isUndoing = isMarked(disk, journal, 'is-undoing');
    return [{ ...about('ST401', run, cutWords(isUndoing, isHeld)), wayOn: wayFromCut(run, isUndoing) }];
  });
}

function unreadableOrLeft(disk: JournalDisk, journal: Journal): Finding[] {
  const { run, root } = journal;
  const reason = whyUnusable(disk, journal);
  if (reason !== null) return [about('ST405', run, `cannot be read: ${reason.replaceAll(`${root}/`, '')}`)];
  if (!isMarked(disk, journal, 'is-undone')) return [];
  if (!isPartlyUndone(disk, journal)) return [];
  const detail = `was undone in part, ${count(countLeft(disk, journal), 'change')} not`;
  return [{ ...about('ST406', run, detail), wayOn: sentence`${cmd`undo ${run} --dry-run`} says what is in the way` }];
}

function unusable(path: string, reason: string): Finding {
  const detail = `${reason}: runs that were cut off could not be looked for`;
  return aboutFile('ST404', null, path, detail);
}

function about(code: Finding['code'], run: string, detail: string): Finding {
  return aboutFile(code, null, `${JOURNAL}/runs/${run}`, detail);
}
