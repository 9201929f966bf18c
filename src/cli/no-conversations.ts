import { onlyOne } from '../model/collections.ts';
import { cmd, commandText } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import type { Covered } from '../model/finding.ts';
import type { ReadContext } from '../ops/reading.ts';
import { folderMeant } from '../ops/sites/project-names.ts';
import { withSelection } from '../ops/survey/survey-options.ts';
import { countText } from '../report/text.ts';
import { type Job, readerPlace, rerun } from './command.ts';
import type { Selection } from './scope.ts';

export async function refuseNothing(
  job: Job,
  selection: Selection,
  { conversations, unjudged, gaps }: Covered,
): Promise<void> {
  const total =
    conversations + (selection.omittedByTime ?? 0) + unjudged.length + gaps.length + selection.unreadablePaths.length;
  if (total > 0 || job.options.allowEmpty) return;
  const { lostPrompts } = await import('../ops/search/lost-prompts.ts');
  const lost = await lostPrompts(selection.reading, selection.survey, { filter: null });
  if (lost.length === 0) throw await noConversationsFailure(job, selection);
}

export async function noConversationsFailure(job: Job, { reading, survey }: Selection): Promise<Failure> {
  const { options } = job;
  const where = storesText(reading.sites);
  const named = options.project.join(', ');
  if (where === '') return new Failure('no-match', 'there is no store to look at', HINT);
  if (named === '') return new Failure('no-match', `there is no conversation in ${where}`, HINT);
  const message = `there is no conversation of the project ${named} in ${where}`;
  const moved = await movedHint(job, { reading, survey });
  if (moved !== null) return new Failure('no-match', message, moved);
  const { projectHint } = await import('./project-hint.ts');
  const hint = (await projectHint(options.project, reading, survey, readerPlace(job))) ?? HINT;
  return new Failure('no-match', message, hint);
}

function storesText(sites: ReadContext['sites']): string {
  const few = sites.length > MAX_STORES_NAMED + 1 ? sites.slice(0, MAX_STORES_NAMED) : sites;
  const more = sites.length - few.length;
  const names = few.map(({ kind, root }) => `the ${kind} store ${root}`);
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${countText(more, 'more store')}`;
}

async function movedHint(job: Job, { reading, survey }: Pick<Selection, 'reading' | 'survey'>): Promise<string | null> {
  const { options } = job;
  const word = onlyOne(options.project);
  const folder = word === null ? null : folderMeant(word, reading, readerPlace(job));
  if (folder === null) return null;
  const { earlierFolder } = await import('../ops/rehome.ts');
  const old = await earlierFolder(reading, withSelection(survey, { projects: [] }), folder);
  if (old === null) return null;
  const way = commandText(cmd`rehome ${old} ${folder}`, rerun({ ...options, project: [] }));
  return `There are conversations of ${old}, which is gone. Where it has moved: \`${way}\``;
}

const HINT = 'With --allow-empty that is not an error.';
const MAX_STORES_NAMED = 3;
