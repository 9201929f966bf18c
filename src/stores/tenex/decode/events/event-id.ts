import { hash } from 'node:crypto';
import type { NostrEvent } from './event.ts';

/** The id that an event's content gives: lower-case hex sha256 of its serialisation, whatever its fields hold. */
export function idOf({ pubkey, created_at, kind, tags, content }: NostrEvent): string {
  return hash('sha256', serialised([0, pubkey, created_at, kind, tags, content]));
}

/** Nesting that no stack can hold has no serialisation, hence no id that anything could equal. */
function serialised(fields: readonly unknown[]): string {
  try {
    return JSON.stringify(fields);
  } catch {
    return '';
  }
}
