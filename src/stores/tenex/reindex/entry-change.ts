import type { NewMember } from '../../../codecs/json/edits.ts';

/** Which entries of an index: all of an id, or the one at a place of its list. */
export type Which = string | number;

/** The members of an entry, in their order; `json` is JSON source text. */
export type Entry = readonly NewMember[];

/** What is to become of some entries of the index. */
export type EntryChange =
  /** Members to have these values: replaced where they stand, or else added last. */
  | { readonly do: 'set'; readonly of: Which; readonly members: Entry }
  /** The whole entry anew, in its place. */
  | { readonly do: 'put'; readonly of: number; readonly members: Entry }
  | { readonly do: 'remove'; readonly of: Which }
  /** All entries of an id go, but for the one at this place. */
  | { readonly do: 'keep'; readonly id: string; readonly at: number }
  /** A further entry, last. */
  | { readonly do: 'append'; readonly members: Entry };

/** The wish that TENEX's archive() and restore() carry out: updatedAt is not touched (docs/formats/tenex.md). */
export function flag(of: Which, archived: boolean): EntryChange {
  return { do: 'set', of, members: [{ key: 'archived', json: String(archived) }] };
}
