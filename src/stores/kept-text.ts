import { convo } from '../model/command.ts';
import { said } from '../model/sentence.ts';
/** A note for a person who deletes. */
export const KEPT_TEXT = said`what was deleted stays in the journal, text and all, until ${convo`runs prune`}`;
