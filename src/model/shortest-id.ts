/** Characters of an id that are shown at least. */
export const SHORTEST_ID = 8;
