import type { Edit } from '../../../../codecs/edit.ts';
import { isArray } from '../../../../codecs/json/value.ts';
import { claimedIds, PLOTS } from './claimed.ts';
import { bytesOf, type Files, LOG, nameOf } from './files.ts';
import { buttonsFollowed } from './follow/buttons.ts';
import { changesFollowed } from './follow/changes.ts';
import { linksFollowed } from './follow/code-links.ts';
import { diffsFollowed } from './follow/diffs.ts';
import { plotsFollowed } from './follow/plots.ts';
import { summariesStay } from './follow/summaries.ts';
import { topOf } from './json/opened.ts';
import { withoutDoubles } from './log/doubles.ts';
import type { Moved } from './log/targets.ts';
import { type FolderRepair, inFolder, type RaoPass } from './pass.ts';
import { type FileRepair, limited } from './repair.ts';

/** Gives each message an id of its own, and lets every reference of the folder follow: all of them, or nothing is done. */
export const renumber: RaoPass = inFolder(['RA107'], (files): FolderRepair | string => {
  const top = topOf(bytesOf(files, LOG));
  if (!isArray(top)) return `${LOG} is no list of messages`;
  const log = withoutDoubles(top, claimedIds(files));
  if (typeof log === 'string') return `${LOG} ${log}`;
  const companions = followed(files, log.moved);
  if (typeof companions === 'string') return companions;
  const plots = plotsOf(files, log.moved);
  if (typeof plots === 'string') return plots;
  const edits = new Map([...companions, [LOG, [...log.edits, ...plots.edits]] as const]);
  return { edits, moved: plots.names, notes: limited(log.notes).map((note) => `${LOG} ${note}`) };
});

const FOLLOWERS: Readonly<Record<string, (bytes: Uint8Array, moved: Moved) => FileRepair | string>> = {
  'conversation_diffs.json': diffsFollowed,
  'code_links.json': linksFollowed,
  'message_buttons.csv': buttonsFollowed,
  'file_changes.json': changesFollowed,
  'summaries.json': (bytes, moved) => summariesStay(bytes, moved) ?? { edits: [], notes: [] },
};

function followed(files: Files, moved: Moved): Map<string, readonly Edit[]> | string {
  const edits = new Map<string, readonly Edit[]>();
  for (const [name, follow] of Object.entries(FOLLOWERS)) {
    const bytes = bytesOf(files, name);
    const done = bytes === null ? null : follow(bytes, moved);
    if (typeof done === 'string') return `${name} ${done}`;
    if (done !== null) edits.set(name, done.edits);
  }
  return edits;
}

function plotsOf(files: Files, moved: Moved): { names: Map<string, string>; edits: Edit[] } | string {
  const names = new Map<string, string>();
  const edits: Edit[] = [];
  for (const part of files.parts) {
    const name = nameOf(files, part);
    if (!PLOTS.test(name)) continue;
    const done = plotsFollowed(name.slice('plots/'.length), part.bytes, moved);
    if (typeof done === 'string') return done;
    edits.push(...done.edits);
    if (done.to !== null) names.set(name, `plots/${done.to}`);
  }
  return { names, edits };
}
