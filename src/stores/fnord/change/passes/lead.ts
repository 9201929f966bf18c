import { withoutLead } from '../../../engine/byte-order-mark.ts';
import { onCodes } from '../../../engine/passes.ts';
import type { FnordPass } from './pass.ts';

/** Takes away what is before the document: byte-order marks, and white space that hides it from fnord. */
export const lead: FnordPass = onCodes(['FN003', 'FN004', 'FN005'], ({ document }) => ({
  edits: withoutLead(document.lead.end),
  notes: [],
}));
