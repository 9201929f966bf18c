import type { Picture } from '../../model/conversation.ts';
import { imageOf } from './image.ts';

/** A picture or a document in base64, as its first bytes tell it; `given` is the type that its file names. */
export function pictureFrom(base64: string | null, given: string | null): Picture {
  const image = base64 === null ? null : imageOf(base64);
  return {
    type: image?.type ?? given,
    width: image?.width || null,
    height: image?.height || null,
    bytes: base64 === null ? null : Math.floor((base64.replace(/=+$/, '').length * 3) / 4),
    ...(base64 !== null && SHOWN.has(image?.type ?? '') ? { base64 } : {}),
  };
}

/** Types that every browser shows, as their first bytes tell them. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
