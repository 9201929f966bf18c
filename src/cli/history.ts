import { cmd, commandText, withPlaceholders } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import type { LostConversation } from '../model/lost.ts';
import { REHOME } from '../model/rules/row.ts';
import type { EarlierHeal, UndoableHeal } from '../model/run.ts';
import { healedIn, withUndoSizes } from '../ops/healed.ts';
import { findLost } from '../ops/lost.ts';
import { type ReadContext, realDisk } from '../ops/reading.ts';
import { isNamedBy, resolveIds } from '../ops/resolve-ids.ts';
import { cwdMarker, goneFolderOf } from '../ops/sites/given.ts';
import { type SurveyOptions, withSelection } from '../ops/survey/survey-options.ts';
import type { GoneFolder } from '../report/resume-lines.ts';
import { type Job, rerun } from './command.ts';
import { rootsOf, worldFor } from './world.ts';

/** The missing folder of a conversation, with a command if it was moved. Redacted names are not looked up. */
export function goneFolder(
  job: Job,
  { disk }: ReadContext,
  conversation: Conversation,
  isRedacted = false,
): GoneFolder | null {
  const folder = isRedacted ? null : goneFolderOf(disk, conversation);
  if (folder === null) return null;
  const isElsewhere = !folder.startsWith('/');
  return { folder, isElsewhere, moved: commandText(withPlaceholders(REHOME, { OLD: folder }), rerun(job.options)) };
}

/** Marks conversations without their folder, for JSON. Needs unredacted names. */
export function withCwd<T extends { readonly conversation: Conversation }>(
  { options }: Job,
  all: readonly T[],
): readonly T[] {
  if (!options.json) return all;
  const marked = cwdMarker(realDisk().disk);
  return all.map((each) => ({ ...each, conversation: marked(each.conversation) }));
}

export function healedFor(
  job: Job,
  wants: (id: string) => boolean,
): (conversation: Conversation) => readonly EarlierHeal[] {
  return healedIn(worldFor(job), wants);
}

export async function undoableFor(job: Job, healed: readonly EarlierHeal[]): Promise<readonly UndoableHeal[]> {
  if (healed.length === 0) return [];
  const { roots } = await rootsOf(job);
  const commandPrefix = rerun(job.options);
  return withUndoSizes(worldFor(job), roots, healed, (name) => commandText(cmd`undo ${name}`, commandPrefix));
}

export async function findLostConversation(
  job: Job,
  { disk, kinds, sites }: ReadContext,
  survey: SurveyOptions,
  word: string,
): Promise<LostConversation | null> {
  const ofWord = withSelection(survey, { hasId: (id) => isNamedBy(id, word) });
  const { lost } = await findLost(worldFor(job), { disk, kinds, sites }, ofWord);
  const places = sites.flatMap((site) => {
    const here = lost.filter(({ kind, root }) => kind === site.kind && root === site.root);
    return here.map(({ id, scope }) => ({ site, scope: scope ?? '', id, paths: [] }));
  });
  if (places.length === 0) return null;
  const [id] = resolveIds([word], places, { cwd: job.env.cwd, min: 1 });
  return lost.find((each) => each.id === id) ?? null;
}
