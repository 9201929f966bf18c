import { elements, isArray, type Value } from '../../../codecs/json/value.ts';
import type { Scope } from '../../kind.ts';
import type { DecodedTenex } from './decoded.ts';
import type { IndexFile } from './index-file.ts';
import type { OpenedTenex } from './opened.ts';

/** The shape of December 2025: messages in place of events, a file each, without an index (docs/formats/tenex.md). */
export const LATER = 'tenex-e12';

/** The messages of a whole document of that shape; null for any other. */
export function laterMessages({
  whole,
  era,
  members,
}: Pick<DecodedTenex, 'whole' | 'era' | 'members'>): Value[] | null {
  const messages = members.get('messages');
  return whole && era() === LATER && isArray(messages) ? elements(messages) : null;
}

/**
 * Does a file belong to the TENEX of December 2025 and nobody else: it has that shape, and is in a folder without an index that
 * is not part of a project. Where TENEX of August 2025 may come across it, it is a file that TENEX cannot read.
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
