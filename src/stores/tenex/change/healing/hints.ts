import type { AskFor } from '../../../kind.ts';
import type { TenexDocument } from '../../document.ts';
import { namesItself } from '../../layout/layout.ts';
import type { Hints } from '../passes/pass.ts';

/** What a heal or a migration knows of a conversation from outside its file. */
export function hintsOf({ id, entries, index, scope }: TenexDocument, ask: AskFor<'heal' | 'migrate'>): Hints {
  const { mapPhase, lossy } = ask;
  const givenPhase = ask.verb === 'migrate' ? ask.phase : null;
  return {
    id,
    title: entries[0]?.title ?? null,
    phase: entries[0]?.phase ?? null,
    isTaken: (other) =>
      !namesItself(scope.site, id) || index.places(other).length > 0 || scope.units?.has(other) === true,
    mapPhase,
    givenPhase: givenPhase?.toLowerCase() ?? null,
    only: ask.verb === 'heal' ? ask.only : null,
    lossy,
    now: scope.now,
    say: ({ detail }) => detail,
  };
}
