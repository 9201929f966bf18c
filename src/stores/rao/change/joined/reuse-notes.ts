import type { Scope } from '../../../kind.ts';
import { numberOf } from '../../layout/layout.ts';
import { numbersOf } from './numbers.ts';

/**
 * Rao numbers a new conversation after the highest that it finds: archive that one, and its number is given away again
 * (docs/formats/rao.md, "Numbers").
 */
export function reuseNotes(scope: Scope, pieces: readonly { readonly id: string }[]): string[] {
  // Where one folder alone was given, the others are out of sight.
  if (scope.site.file !== null) return [];
  const gone = pieces.map(({ id }) => numberOf(id)).filter((number) => number !== null);
  const left = [...numbersOf(scope).active].filter((number) => !gone.includes(number));
  const highest = left.reduce((a, b) => Math.max(a, b), 0);
  const given = gone.filter((number) => number > highest).sort((a, b) => a - b);
  const [next] = given;
  if (next === undefined) return [];
  const which = given.length === 1 ? `${next}` : `${next} to ${given.at(-1)}`;
  return [
    `Rao counts on from ${highest} now, and will give ${which} to new conversations: \`convo restore ${next} --as N\` brings back one whose number is taken`,
  ];
}
