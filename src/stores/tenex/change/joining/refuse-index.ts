import type { Code } from '../../../../model/findings.ts';
import type { Refusal } from '../../../decided.ts';
import type { Scope } from '../../../kind.ts';
import type { IndexFile } from '../../read/index-file.ts';

/** Why nothing that needs the index can be done; null when the owner reads it, and it may be written. */
export function refuseIndex(index: IndexFile, { site }: Pick<Scope, 'site'>): Refusal | null {
  const { part, state, list } = index;
  if (part === null && site.shape === 'file')
    return { codes: [], reason: 'is changed together with its index: give the store, and name its id' };
  if (part !== null && part.type !== 'file')
    return { codes: [], reason: `cannot be changed: ${part.path} is no file`, unsafe: true };
  if (state === 'sound') return null;
  return { codes: [codeOf(state, list !== null)], reason: `${WHY[state]}: run \`convo heal\` first, without ids` };
}

const WHY = {
  missing: 'has no index to be entered in',
  unreadable: 'has an index that cannot be read',
  invalid: 'has an index that TENEX refuses as a whole',
} as const;

function codeOf(state: keyof typeof WHY, hasList: boolean): Code {
  if (state === 'missing') return 'TX304';
  if (state === 'unreadable') return 'TX301';
  return hasList ? 'TX303' : 'TX302';
}
