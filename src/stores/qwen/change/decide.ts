import { refused, unchanged } from '../../decided.ts';
import { putBackLines } from '../../engine/put-back.ts';
import { besideCheckpoints, decideBy } from '../../engine/verbs.ts';
import type { Verbs } from '../../kind.ts';
import type { QwenDocument } from '../document.ts';
import { forkQwen, renameQwen } from './fork.ts';
import { healQwen } from './heal.ts';
import { rehomeQwen } from './rehome.ts';
import { shelveQwen } from './shelve.ts';

export const decideQwen = decideBy<QwenDocument>({
  heal: healQwen,
  migrate: unchanged(),
  fork: forkQwen,
  ...shelveQwen,
  rename: renameQwen,
  rehome: rehomeQwen,
  tag: refused({ reason: 'cannot be tagged: Qwen Code has no tags' }),
});

export const qwenVerbs: Verbs<QwenDocument, object> = {
  decide: besideCheckpoints(decideQwen),
  putBack: putBackLines,
};
