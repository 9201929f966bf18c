import { changeMembers } from '../../../../codecs/json/edits.ts';
import { missing } from '../passes/missing.ts';
import type { TenexPass } from '../passes/pass.ts';

/** Supplies what TENEX requires and an era did without; a phase is given by its own pass. */
export const missingMembers: TenexPass = ({ body, history, members }, hints) => {
  if (body === null || history === null) return null;
  const supplied = missing((key) => members.has(key), body, hints);
  if (supplied.length === 0) return null;
  return {
    codes: ['TX106'],
    edits: changeMembers(body, { last: supplied }),
    notes: supplied.map(({ note }) => note),
  };
};
