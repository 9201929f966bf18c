import type { WholeKind } from '../kind.ts';
import { fnordVerbs } from './change/decide.ts';
import { fnordFace } from './face.ts';
import { beginFnord } from './session.ts';

/** fnord, with all that judges and changes its stores. */
export const fnord: WholeKind = {
  ...fnordFace,
  begin: async (scope) => beginFnord(scope, fnordVerbs),
};
