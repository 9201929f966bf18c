import fs from 'node:fs';
import { userInfo } from 'node:os';

/** The user whose rights this process has; null where the system has no such numbers. */
export function userId(): number | null {
  try {
    const { uid } = userInfo();
    return uid < 0 ? null : uid;
  } catch {
    // A container may run under a number that no user has.
    return fs.lstatSync('/proc/self', { throwIfNoEntry: false })?.uid ?? null;
  }
}
