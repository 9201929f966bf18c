import { errorCode, readReasonOf } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { isMarked, JOURNAL, type Journal, type JournalDisk, journalDisk, journalOf } from '../../io/journal/journal.ts';
import { countLeft, isPartlyUndone } from '../../io/journal/marker.ts';
import { untrustedInRoot, whyUnusable } from '../../io/journal/readable.ts';
import { runIds } from '../../io/journal/run-order.ts';
import { unfinishedRuns } from '../../io/journal/runs.ts';
import { isLocked } from '../../io/lock.ts';
import { cmd, sentence } from '../../model/command.ts';
import { type Finding, fileFinding } from '../../model/finding.ts';
import { continuationOf, interruptedText } from '../../model/run.ts';
import type { Site } from '../../stores/kind.ts';
import { countOf } from '../../stores/words.ts';

/** Findings on incomplete runs in a site's journal. An unusable journal does not keep its store from being judged. */
export function journalFindings(disk: ReadDisk, { root }: Pick<Site, 'root'>): Finding[] {
  const real = disk.realpath(root);
  const distrust = untrustedInRoot(disk, real, 'read');
  if (distrust !== null) return [unusableFinding(distrust.path.slice(real.length + 1), distrust.reason)];
  try {
    return runFindings(journalDisk(disk), real);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return [unusableFinding(JOURNAL, readReasonOf(error))];
  }
}

function runFindings(disk: JournalDisk, root: string): Finding[] {
  const cutRuns = new Set(unfinishedRuns(disk, root));
  const isAtWork = isLocked(disk, root);
  return runIds(disk, root).flatMap((run) => {
    const journal = journalOf(root, run);
    if (!cutRuns.has(run)) return unreadableOrLeft(disk, journal);
    const isUndoing = isMarked(disk, journal, 'is-undoing');
    return [
      { ...runFinding('ST401', run, interruptedText(isUndoing, isAtWork)), next: continuationOf(run, isUndoing) },
    ];
  });
}

function unreadableOrLeft(disk: JournalDisk, journal: Journal): Finding[] {
  const { run, root } = journal;
  const reason = whyUnusable(disk, journal);
  if (reason !== null) return [runFinding('ST405', run, `cannot be read: ${reason.replaceAll(`${root}/`, '')}`)];
  if (!isMarked(disk, journal, 'is-undone')) return [];
  if (!isPartlyUndone(disk, journal)) return [];
  const detail = `was undone in part, ${countOf(countLeft(disk, journal), 'change')} not`;
  return [
    { ...runFinding('ST406', run, detail), next: sentence`${cmd`undo ${run} --dry-run`} says what is in the way` },
  ];
}

function unusableFinding(path: string, reason: string): Finding {
  const detail = `${reason}: runs that were cut off could not be looked for`;
  return fileFinding('ST404', null, path, detail);
}

function runFinding(code: Finding['code'], run: string, detail: string): Finding {
  return fileFinding(code, null, `${JOURNAL}/runs/${run}`, detail);
}
