import type { Progress } from './survey-event.ts';

/** The progress of so many surveys of the same files, one after the other, shown as that of one: each of them is a part of it. */
export function oneProgress(
  tell: ((progress: Progress) => void) | undefined,
  surveys: number,
): (turn: number) => (now: Progress) => void {
  let of = 0;
  const bytes = Array.from({ length: surveys }, () => 0);
  return (turn) => (now) => {
    of = Math.max(of, now.of);
    bytes[turn] = now.bytes;
    const read = bytes.reduce((sum, each) => sum + each, 0);
    tell?.({ files: Math.floor((turn * of + now.files) / surveys), bytes: Math.floor(read / surveys), of });
  };
}
