/** A command as a line for a shell, quoted as the program shows it. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (word === '' ? "''" : quoted(word))).join(' ');
}

/** The longest pieces that go bare, or else in single, or else in double quotes, one after the other. */
function quoted(word: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < word.length; ) {
    const [bare = '', single = '', double = ''] = WAYS.map((way) => matchAt(way, word, at));
    const longest = Math.max(bare.length, single.length, double.length);
    const piece = word.slice(at, at + longest);
    if (longest === bare.length) pieces.push(piece);
    else pieces.push(longest === single.length ? `'${piece}'` : `"${piece.replace(/["\\]/g, '\\$&')}"`);
    at += longest;
  }
  return pieces.join('');
}

/** Characters that need no quotes, single quotes, or double quotes. A `^` only in single ones, first. */
const WAYS = [/[\w+\-./:@\]]*/y, /\^?[^'\\^]*/y, /[^`$!^]*/y];

function matchAt(way: RegExp, word: string, at: number): string {
  way.lastIndex = at;
  return way.exec(word)?.[0] ?? '';
}
