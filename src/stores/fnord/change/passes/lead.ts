import type { Pass } from './pass.ts';

/** Takes away what stands before the document: byte-order marks, and white space that hides it from fnord. */
export const lead: Pass = {
  codes: ['FN003', 'FN004', 'FN005'],
  repair: (document) => ({ edits: [{ at: 0, remove: document.lead.end, insert: new Uint8Array() }], notes: [] }),
};
