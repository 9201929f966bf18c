import type { View } from '../../../model/conversation.ts';

/** Rao's order: by number; those of one number by their names. */
export function order(a: View, b: View): number {
  return Number(a.id) - Number(b.id) || a.id.length - b.id.length || (a.path < b.path ? -1 : 1);
}
