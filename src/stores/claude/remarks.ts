import type { Ask } from '../kind.ts';

/** What follows from a run over sessions. */
export function claudeRemarks(ask: Ask, changed: number): string[] {
  if (changed === 0) return [];
  if (ask.verb === 'archive')
    return ["Archived sessions are in `archive` beside `projects`, where the program's retention does not look."];
  if (ask.verb === 'rehome')
    return ['What else names the old folder stays as it is: history.jsonl, ~/.claude.json, and paths in tool results.'];
  if (ask.verb === 'fork') return ['Subagents, tool results and file history stay with the source.'];
  return [];
}
