import type { Refusal } from '../../decided.ts';
import type { Opened } from '../opened.ts';
import type { Read } from './passes/pass.ts';

/** Why a link is left as it is. */
export const LINK: Refusal = {
  codes: ['FN408'],
  reason: 'is a link, and nothing is changed through a link',
  unsafe: true,
};

/** A conversation file, decoded and judged; what is no file, or cannot be read, is refused. */
export function readPart({ part, decoded, judgement }: Opened): Read | Refusal {
  if (part.type === 'folder') return { codes: ['FN405'], reason: 'is a folder' };
  const document = decoded();
  const judged = judgement();
  if (document === null || judged === null)
    return part.type === 'link' ? LINK : { codes: [], reason: 'cannot be read' };
  return { document, judgement: judged };
}

/** A conversation file that is to be moved or copied as it lies; a link is refused too. */
export function readFile(opened: Opened): Read | Refusal {
  return opened.part.type === 'link' ? LINK : readPart(opened);
}
