import { replaceValue } from '../../../../codecs/json/edits.ts';
import { isArray, isObject, lexemeOf, member, type Value } from '../../../../codecs/json/value.ts';
import { codesOf, onCodes } from '../../../engine/passes.ts';
import { fnordTroubles } from '../../checks/judge.ts';
import type { DecodedFnord } from '../../read/decode.ts';
import type { FnordFinding } from '../../read/fnord-finding.ts';
import type { FnordPass } from '../run-passes.ts';

/** Puts an empty section in the place of null, and of v1 tasks that fnord cannot take for anything. */
export const sections: FnordPass = onCodes(['FN118', 'FN132', 'FN160'], ({ document }, found) => {
  const codes = codesOf(found);
  // What was found is held up to the first thousand of a code.
  const troubles = Array.from(fnordTroubles(document, false)).filter(({ code }) => codes.includes(code));
  const edits = troubles.flatMap(({ where }) =>
    where === null ? [] : [replaceValue(where, emptyFor(document, where))],
  );
  return { edits, notes: troubles.filter(({ code }) => code === 'FN132').map(takenOut) };
});

/** `metadata` and `tasks` are objects; messages, memory and the tasks of one list are lists. */
function emptyFor({ body }: DecodedFnord, where: Value): string {
  const objects = [member(body, 'metadata'), member(body, 'tasks')];
  return objects.some((each) => each?.at === where.at) ? '{}' : '[]';
}

/** Says what a heal takes out of a section, with as much of it as a person can read. */
export function takenOut({ where, detail }: FnordFinding): string {
  const source = where === null ? '' : lexemeOf(where);
  const short = source.length > 60 ? `${source.slice(0, 60)}…` : source;
  return `${detail}: drops ${isArray(where) || isObject(where) ? `all of ${short}` : short}`;
}
