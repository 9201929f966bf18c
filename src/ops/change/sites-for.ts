import { Failure } from '../../model/failure.ts';
import type { Ask, Kind, Site } from '../../stores/kind.ts';
import { kindOf } from '../survey/kind-of.ts';

/** The sites that a migration to a named format is about. Throws Failure `usage` when no site can come to it. */
export function sitesFor(kinds: readonly Kind[], sites: readonly Site[], ask: Ask): readonly Site[] {
  const to = ask.verb === 'migrate' ? ask.to : null;
  if (to === null || sites.length === 0) return sites;
  const able = sites.filter((site) => formatsOf(kindOf(kinds, site)).includes(to));
  if (able.length > 0) return able;
  const known = kinds.filter(({ name }) => sites.some(({ kind }) => kind === name));
  const targets = known.map((kind) => `${kind.name}: ${formatsOf(kind).join(', ')}`).join('; ');
  throw new Failure('usage', `--to ${to} is no format that a store in scope can come to`, `There is ${targets}.`);
}

function formatsOf({ targets, outputs = [] }: Kind): readonly string[] {
  return [...targets, ...outputs];
}
