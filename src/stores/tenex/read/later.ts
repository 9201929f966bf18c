import { elements, isArray, type Value } from '../../../codecs/json/value.ts';
import type { Scope } from '../../kind.ts';
import type { DecodedTenex, OpenedTenex } from './decoded.ts';
import type { IndexFile } from './index-file.ts';

/** The shape of December 2025: messages instead of events, a file each, no index (docs/formats/tenex.md). */
export const LATER = 'tenex-e12';

/** Null for any other shape, or a document that is not whole. */
export function laterMessages({
  whole,
  era,
  members,
}: Pick<DecodedTenex, 'whole' | 'era' | 'members'>): Value[] | null {
  const messages = members.get('messages');
  return whole && era() === LATER && isArray(messages) ? elements(messages) : null;
}

/**
 * True for a file of the December 2025 shape in a folder without index outside a project. Where TENEX of August 2025
 * may find it, it is an unreadable file.
 */
export function isOfLater(
  opened: OpenedTenex,
  { site }: Pick<Scope, 'site'>,
  index: Pick<IndexFile, 'state'>,
): boolean {
  if (site.shape !== 'folder' || index.state !== 'missing' || opened.state === 'archived') return false;
  const decoded = opened.decoded();
  return decoded !== null && laterMessages(decoded) !== null;
}
