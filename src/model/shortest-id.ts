/** Characters of an id that are shown at least. */
export const SHORTEST_ID = 8;

/** Is a name that of a copy of a file: the UUID of the conversation, and what a tool for syncing or an editor put behind it. Such a copy is named whole. */
export function isNameOfCopy(id: string): boolean {
  return COPY.test(id);
}

const COPY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}./is;
