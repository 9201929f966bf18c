import { Failure } from '../model/failure.ts';
import { nearest } from '../model/nearest.ts';
import { knownIds } from '../ops/known-ids.ts';
import type { Job } from './job.ts';
import type { Scope } from './reading-of.ts';

/** The Failure of a run that had no conversation to look at; it names projects like the one asked for. */
export async function nothingInScope({ options }: Job, { reading, survey }: Scope): Promise<Failure> {
  const where = reading.sites.map(({ kind, root }) => `the ${kind} store ${root}`).join(', ');
  const named = options.project.join(', ');
  if (where === '') return new Failure('no-match', 'there is no store to look at', HINT);
  if (named === '') return new Failure('no-match', `there is no conversation in ${where}`, HINT);
  const known = await knownIds(reading, { ...survey, projects: [] });
  const projects = new Set(known.map(({ scope }) => scope).filter((scope) => scope !== ''));
  const near = options.project.flatMap((name) => nearest(name, projects)).join(', ');
  const all = [...projects].slice(0, NAMED).join(', ');
  const hint = near !== '' ? `Did you mean ${near}?` : all === '' ? HINT : `There are ${all}.`;
  return new Failure('no-match', `there is no conversation of the project ${named} in ${where}`, hint);
}

const HINT = 'With --allow-empty that is no error.';
/** Projects that a hint names. */
const NAMED = 10;
