import type { Ask } from '../kind.ts';

/** What a person should know before a whole run, beyond its items (docs/formats/rao.md, "Life cycle"). */
export function remarks({ verb }: Pick<Ask, 'verb'>, changed: number): readonly string[] {
  if (changed === 0) return [];
  return verb === 'delete' ? [CLOSED, KEPT] : [CLOSED];
}

const CLOSED =
  'RStudio (Rao) must be closed: it keeps the number of its conversation, message ids and names in memory, and would write over this';
const KEPT = 'what was deleted stays in the journal, text and all, until `convo runs prune`';
