import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import type { VersionsAndUndone } from '../../../model/plan.ts';
import {
  type AskFor,
  BLANK_TITLE,
  type NotChanged,
  refused,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { putBackLines } from '../../engine/change/put-back.ts';
import { withEdits } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import { refusedInUse } from '../../engine/in-use.ts';
import { appendedLines, lacksEnd } from '../../engine/range-edits.ts';
import type { Scope, Verbs } from '../../kind.ts';
import { fileShape } from '../checks/file-shape.ts';
import type { ClaudeDocument } from '../document.ts';
import { listingOf } from '../list/listing.ts';
import { dumpText, strip } from '../read/python.ts';
import { archivedReason, claudeCounts, noSession } from './counts.ts';
import { forkClaude } from './fork.ts';
import { healClaude } from './heal.ts';
import { closeRehome, type Rehomed, rehomeClaude } from './rehome.ts';
import { archiveClaude, deleteClaude, restoreClaude } from './shelve.ts';

/**
 * Why an undo would do harm: the program rewrites title and tag whenever it goes on with a session, and the last ones count. It also
 * appends lines of UTF-8 to any file; after UTF-16 or a list, neither it nor a heal can read them.
 */
function claudeHarmOf(_: string, { before, after, undone }: VersionsAndUndone): Sentence | null {
  if (undone.size > before.size && fileShape(before) !== null)
    return 'the file was changed since: what was appended could not be read behind what was there before';
  const was = listingOf(before);
  const made = listingOf(after);
  const afterUndo = listingOf(undone);
  if (was.customTitle !== made.customTitle && afterUndo.customTitle === made.customTitle)
    return saidAgain('title', 'rename');
  if (was.tag !== made.tag && afterUndo.tag === made.tag) return saidAgain('tag', 'tag');
  return null;
}

function saidAgain(what: string, verb: string): Sentence {
  return sentence`the same ${what} was written again since: ${cmd`${verb}`} gives the session another`;
}

export const decideClaude = decideBy<ClaudeDocument, Rehomed>({
  heal: healClaude,
  migrate: unchanged('has one format only'),
  fork: forkClaude,
  archive: archiveClaude,
  restore: restoreClaude,
  delete: deleteClaude,
  rename: renameClaude,
  rehome: rehomeClaude,
  tag: tagClaude,
});

/** All verbs that change stores of Claude Code. Sessions share no file but the history of prompts; rehome moves all of a folder together. */
export const claudeVerbs: Verbs<ClaudeDocument, { readonly scope: Scope }, Rehomed> = {
  decide: decideClaude,
  close: ({ scope }, ask, decided) => (ask.verb === 'rehome' ? closeRehome(scope, ask, decided) : unchanged()),
  putBack: putBackLines,
  harmOf: claudeHarmOf,
};

/** Gives a session a title as the SDK does: by one more line of metadata. The file gets the time of the change. */
function renameClaude(document: ClaudeDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const text = strip(title);
  if (text === '') return BLANK_TITLE;
  const line = `{"type":"custom-title","customTitle":${dumpText(text)},"sessionId":${dumpText(document.id)}}`;
  return appendLine(document, line, `its title becomes ${JSON.stringify(text)}`);
}

/** Tags a session as the SDK does; a null tag removes the tag. */
function tagClaude(document: ClaudeDocument, { tag: wanted }: AskFor<'tag'>): UnitChange | NotChanged {
  const text = wanted === null ? '' : visibleTag(wanted);
  if (wanted !== null && text === '') return refused({ reason: 'needs a tag with a character that shows' });
  const line = `{"type":"tag","tag":${dumpText(text)},"sessionId":${dumpText(document.id)}}`;
  return appendLine(document, line, text === '' ? 'its tag is taken away' : `its tag becomes ${JSON.stringify(text)}`);
}

const MAX_ROUNDS = 10;

/** The tag without invisible characters: format and private ones, and those unassigned in Unicode. */
function visibleTag(text: string): string {
  let now = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = now;
    now = now.normalize('NFKC').replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '');
    if (now === before) break;
  }
  return strip(now);
}

function appendLine(document: ClaudeDocument, line: string, note: string): UnitChange | NotChanged {
  const file = document.active;
  if (file === null)
    return refused({ reason: document.archived === null ? noSession(document) : archivedReason(document.id) });
  if (file.source === null) return refused({ reason: 'is not a file that can be read' });
  const { size } = file.source;
  if (size === 0) return refused({ codes: ['CL001'], reason: 'is empty, and the SDK does not write to it' });
  const inUse = refusedInUse(document, 'CL403');
  if (inUse !== null) return inUse;
  const edit = appendedLines(file.source, `${line}\n`);
  // Facts and counts come from one pass, so the facts are read first.
  file.facts();
  const before = claudeCounts(file);
  const notes = lacksEnd(file.source) ? [note, 'the last line had no end, and gets one'] : [note];
  const after = { ...before, bytes: size + edit.insert.length };
  return unitChange({ path: file.part.path, steps: [withEdits(file.part, [edit])], before, after, notes });
}
