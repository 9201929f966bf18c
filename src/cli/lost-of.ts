import type { Lost } from '../model/lost.ts';
import { lost as findLost } from '../ops/lost.ts';
import type { Reading } from '../ops/reading.ts';
import { resolveIds } from '../ops/resolve-ids.ts';
import type { SurveyOptions } from '../ops/survey/survey.ts';
import { worldFor } from './change/world.ts';
import type { Job } from './command.ts';

/** A word's lost conversation; null if none. */
export async function lostOf(
  job: Job,
  { disk, kinds, sites }: Reading,
  survey: SurveyOptions,
  word: string,
): Promise<Lost | null> {
  const wants = (id: string) => id.startsWith(word);
  const { lost } = await findLost(worldFor(job), { disk, kinds, sites }, { ...survey, wants });
  const places = sites.flatMap((site) => {
    const here = lost.filter(({ kind, root }) => kind === site.kind && root === site.root);
    return here.map(({ id, scope }) => ({ site, scope: scope ?? '', id, paths: [] }));
  });
  if (places.length === 0) return null;
  const [id] = resolveIds([word], places, { cwd: job.env.cwd, least: 1 });
  return lost.find((each) => each.id === id) ?? null;
}
