import { refused, unchanged } from '../../decided.ts';
import { putBackLines } from '../../engine/put-back.ts';
import { besideCheckpoints, decideBy } from '../../engine/verbs.ts';
import type { Verbs } from '../../kind.ts';
import type { GeminiDocument, GeminiScope } from '../document.ts';
import { forkGemini, renameGemini } from './fork.ts';
import { healGemini } from './heal.ts';
import { rehomeGemini } from './rehome.ts';
import { archiveGemini, deleteGemini, restoreGemini } from './shelve.ts';

/** Changes of the files that share the first eight characters of an id. */
const decideGemini = decideBy<GeminiDocument>({
  heal: healGemini,
  migrate: unchanged('is made new by the program itself, when it goes on with it'),
  fork: forkGemini,
  archive: archiveGemini,
  restore: restoreGemini,
  delete: deleteGemini,
  rename: renameGemini,
  rehome: unchanged(),
  tag: refused({ reason: 'cannot be tagged: Gemini CLI has no tags' }),
});

export const geminiVerbs: Verbs<GeminiDocument, { readonly opened: GeminiScope }> = {
  decide: besideCheckpoints(decideGemini),
  close: ({ opened }, ask) => (ask.verb === 'rehome' ? rehomeGemini(opened, ask) : unchanged()),
  putBack: putBackLines,
};
