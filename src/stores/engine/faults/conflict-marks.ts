/** Characters that a version-control program repeats where it could not merge two versions of a file. */
const MARKS: readonly number[] = [...Buffer.from('<|=>')];
const SHORTEST = 7;
const [SPACE, CR] = [0x20, 0x0d];

/** True for a line like `<<<<<<< HEAD` or `=======`. */
export function isConflictMark(line: Uint8Array): boolean {
  const [mark = 0] = line;
  if (!MARKS.includes(mark)) return false;
  let end = 1;
  while (line[end] === mark) end++;
  return end >= SHORTEST && (end === line.length || line[end] === SPACE || line[end] === CR);
}
