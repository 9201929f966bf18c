import { cmd } from '../model/command.ts';
import { sentence } from '../model/sentence.ts';
/** A note for a person who deletes. */
export const KEPT_TEXT = sentence`what was deleted stays in the journal, text and all, until ${cmd`runs prune`}`;
