export const SHORTEST_ID = 8;

/** True for names like `UUID (conflicted copy)`: such ids are never shortened. */
export function isNameOfCopy(id: string): boolean {
  return COPY.test(id);
}

const COPY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}./is;
