import { deedText } from '../../model/deeds.ts';
import { isCode, ruleOf } from '../../model/findings.ts';
import { countText } from '../numbers.ts';
import type { WordedItem } from '../worded.ts';

/** Codes that are explained at one item. */
const EXPLAINED = 4;

/** The effect of a heal for the person, a sentence each; before it is made, also the damage. */
export function meaningLines({ kind, codes, counts }: WordedItem, isMade: boolean): string[] {
  if (isMade) return effectsOf(counts, 'now');
  const known = codes.filter(isCode);
  const damage = known.slice(0, EXPLAINED).map((code) => {
    const { title, owner } = ruleOf(code);
    const deed = deedText(code, owner, kind);
    const text = `${clause(title)}${deed === '' ? '' : `: ${deed}`}`;
    return known.length === 1 ? text : `${code}: ${text}`;
  });
  const rest = known.length - EXPLAINED;
  return [...damage, ...(rest > 0 ? [`and ${countText(rest, 'more code')}`] : []), ...effectsOf(counts, 'afterwards')];
}

/** Abbreviations such as NUL stay. */
function clause(title: string): string {
  return title.replace(/^\p{Lu}(?=\p{Ll}| )/u, (letter) => letter.toLowerCase());
}

function effectsOf(counts: WordedItem['counts'], when: string): string[] {
  if (counts === undefined) return [];
  const { before, after } = counts;
  const more = after.messages - before.messages;
  return more > 0 && before.conversations > 0 ? [`${countText(more, 'more message')} can be read ${when}`] : [];
}

/** Nothing but --lossy is missing for its heal. */
export function isWaiting({ state, needsLossy }: Pick<WordedItem, 'state' | 'needsLossy'>): boolean {
  return needsLossy === true && (state === 'refused' || state === 'unchanged');
}

/** The damage of an item that needs --lossy. */
export function lossyText({ codes, stays = [], left = [] }: WordedItem): string {
  const all = [...new Set([...codes, ...stays, ...left])].filter(isCode);
  return all.map((code) => `${code} ${ruleOf(code).title}`).join(', ');
}
