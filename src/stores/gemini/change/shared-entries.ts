import { writtenBy } from '../../engine/change/put-back.ts';
import type { SharedEntries } from '../../kind.ts';

/** The marks of a project, by which the program finds its sessions in another home. */
export const geminiEntries: SharedEntries = {
  roles: ['mark', 'history-mark'],
  isWholeText: true,
  only: (_, bytes) => bytes,
  entriesFor: (_, bytes, ids) => writtenBy(ids, () => [Buffer.from(bytes).toString()]),
  takeIn: () => [],
};
