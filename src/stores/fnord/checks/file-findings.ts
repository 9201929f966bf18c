import { pointersOf } from '../../../codecs/json/pointer.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Opened } from '../opened.ts';

/** What is wrong with one conversation file, or with a folder or link in its place. */
export function* fileFindings(id: string, { part, judgement }: Opened): Generator<Finding> {
  const { path } = part;
  const plain = { id, path, at: null, offset: null };
  if (part.type === 'folder') {
    yield { ...plain, code: 'FN405', owner: 'crashes', detail: 'is a folder with the name of a conversation' };
    return;
  }
  if (part.type === 'link') {
    const detail = 'is a link: a save puts a file in its place';
    yield { ...plain, code: 'FN408', owner: 'overwrites', detail };
  }
  const troubles = judgement()?.troubles ?? [];
  const pointers = pointersOf(troubles.flatMap(({ where }) => where ?? []));
  for (const { code, where, offset, owner, detail } of troubles)
    yield { code, id, path, at: where === null ? null : (pointers.get(where.at) ?? null), offset, owner, detail };
}
