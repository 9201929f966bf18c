import { markEnd, withoutLead } from '../../../engine/byte-order-mark.ts';
import type { TenexPass } from './pass.ts';

/** Takes away byte-order marks, which JSON.parse does not read over. */
export const lead: TenexPass = ({ bytes }) => {
  const end = markEnd(bytes);
  return end === 0 ? null : { codes: ['TX003'], edits: withoutLead(end), notes: [] };
};
