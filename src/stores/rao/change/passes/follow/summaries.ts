import { member, members, textOf } from '../../../../../codecs/json/value.ts';
import { topOf } from '../json/opened.ts';
import type { Moved } from '../log/targets.ts';

/**
 * Summaries are numbered by questions in the order of ids (docs/formats/rao.md, "Files"): those of the first stretch stay right when
 * later stretches move behind it. A sentence for one that reaches beyond it.
 */
export function summariesStay(bytes: Uint8Array, { entries, stretches, raised }: Moved): string | null {
  if (raised.every((by) => by === 0)) return null;
  const questions = entries.filter(
    ({ kind }, at) => kind === 'question' && (raised[stretches[at] ?? 0] ?? 0) === 0,
  ).length;
  const top = topOf(bytes);
  const summaries = top === null ? null : member(top, 'summaries');
  const beyond = (summaries === null ? [] : members(summaries)).find(({ key }) => Number(textOf(key)) > questions);
  return beyond === undefined
    ? null
    : `has a summary of question ${textOf(beyond.key)}, and it cannot be told which that was`;
}
