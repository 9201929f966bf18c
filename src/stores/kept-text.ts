/** A note for a person who deletes. */
export const KEPT_TEXT = 'what was deleted stays in the journal, text and all, until `convo runs prune`';
