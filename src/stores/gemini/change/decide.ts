import { refused, unchanged } from '../../decided.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { GeminiDocument } from '../read/document.ts';
import { forkGemini, renameGemini } from './fork.ts';
import { healGemini } from './heal.ts';
import { archiveGemini, deleteGemini, restoreGemini } from './shelve.ts';

/** What a changing verb does to the files of the same eight characters. */
export const decideGemini = decideBy<GeminiDocument>({
  heal: healGemini,
  migrate: unchanged('is made new by the program itself, when it goes on with it'),
  fork: forkGemini,
  archive: archiveGemini,
  restore: restoreGemini,
  delete: deleteGemini,
  rename: renameGemini,
  rehome: unchanged(),
  tag: refused({ reason: 'has no tags' }),
});
