/** Stretches of at least as many letters of base64 (of files and of addresses), as long as they can be. */
export function* lettersOf(text: string): Generator<{ start: number; end: number }> {
  for (let at = 0; at + LEAST <= text.length; ) {
    // A character that is none of them, seen from the far end, rules out all that begins before it.
    let back = at + LEAST - 1;
    while (back >= at && valueAt(text, back) !== NONE) back--;
    if (back >= at) {
      at = back + 1;
      continue;
    }
    let end = at + LEAST;
    while (end < text.length && valueAt(text, end) !== NONE) end++;
    yield { start: at, end };
    at = end;
  }
}

/** Whether base64 holds readable text when it is read from one of four places. */
export function hasWords(run: string): boolean {
  return wordsAt(run, 0) || wordsAt(run, 1) || wordsAt(run, 2) || wordsAt(run, 3);
}

/** Whether base64 that is read from a place may hold 16 readable characters: so many have four whole groups of three in them. */
export function wordsAt(run: string, skip: number): boolean {
  let groups = 0;
  for (let at = skip; at + 3 < run.length; at += 4) {
    groups = isReadable(run, at) ? groups + 1 : 0;
    if (groups === 4) return true;
  }
  return false;
}

/** Three bytes of ASCII: none has its highest bit, and few such are controls. */
function isReadable(run: string, at: number): boolean {
  if (valueAt(run, at) >= 32 || (valueAt(run, at + 1) & 8) !== 0 || (valueAt(run, at + 2) & 2) !== 0) return false;
  const bits = (valueAt(run, at + 1) << 12) | (valueAt(run, at + 2) << 6) | valueAt(run, at + 3);
  return (
    ISTEXT[(valueAt(run, at) << 2) | (bits >> 16)] === 1 && ISTEXT[(bits >> 8) & 255] === 1 && ISTEXT[bits & 255] === 1
  );
}

const LEAST = 24;
const NONE = 255;

const VALUES = new Uint8Array(128).fill(NONE);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  VALUES[letter.charCodeAt(0)] = value;
VALUES['-'.charCodeAt(0)] = 62;
VALUES['_'.charCodeAt(0)] = 63;

const ISTEXT = new Uint8Array(256).fill(1, 32, 127);
for (const blank of '\t\n\r') ISTEXT[blank.charCodeAt(0)] = 1;

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (VALUES[code] ?? NONE) : NONE;
}
