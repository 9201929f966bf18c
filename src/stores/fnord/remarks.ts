import type { Ask } from '../kind.ts';

/**
 * What a person should know before a whole run, beyond its items: who would no longer see the conversations
 * (docs/formats/fnord.md, "History of writers"), and the way back.
 */
export function remarks(ask: Ask, changed: number): readonly string[] {
  const { verb } = ask;
  if (changed === 0) return [];
  if (verb === 'heal') return [`conversations that were v0 come out as v1, as when fnord heals them: ${BLIND}`];
  if (verb === 'delete') return ['what was deleted stays in the journal, text and all, until `convo runs prune`'];
  if (ask.verb !== 'migrate') return [];
  if (ask.to === 'v0') return ['fnord writes v1 again whenever it saves one of these conversations'];
  return [
    `an older build would no longer see ${changed === 1 ? '1 conversation' : `${changed} conversations`}: ${BLIND}, and so does \`convo migrate --to v0\``,
  ];
}

const BLIND = 'fnord before 0.9.34 (May 2026) cannot read v1; `convo undo` goes back';
