import type { Site } from '../../kind.ts';
import type { Era } from '../decode/era.ts';

/** The era of a document that lies in this site: in October 2025 the same shape moved below the home (docs/formats/tenex.md). */
export function eraAt({ root }: Pick<Site, 'root'>, era: Era | null): Era | null {
  return era === 'tenex-e9' && /\/\.tenex\/projects\/[^/]+(?:\/|$)/.test(root) ? 'tenex-e10' : era;
}
