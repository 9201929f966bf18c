import type { Decoded } from '../decode/decoded.ts';
import type { TenexDocument } from '../document.ts';
import { textMember } from '../read/text-member.ts';

/**
 * Is this file a copy that somebody made of another conversation: the index names the one that it calls itself, and not this one.
 * Named in the index it would be loaded, and saved over the other one.
 */
export function isCopy(
  decoded: Decoded,
  { id, index, entries }: Pick<TenexDocument, 'id' | 'index' | 'entries'>,
): boolean {
  const inner = textMember(decoded, 'id');
  return entries.length === 0 && inner !== null && inner !== id && index.places(inner).length > 0;
}
