/** The tokens of JSON text, but for its commas; a quote that is never closed is passed over. A text of any length overflows nothing. */
export function tokensOf(source: string): string[] {
  const tokens: string[] = [];
  // Behind a quote that is never closed there is none that is.
  let isCut = false;
  for (let at = 0; at < source.length; ) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(source)?.[0];
    const end: number = plain === undefined && !isCut ? textEnd(source, at) : at + (plain?.length ?? 1);
    isCut ||= end < 0;
    const token = plain ?? (isCut ? ' ' : source.slice(at, end));
    if (!BETWEEN.test(token)) tokens.push(token);
    at = end < 0 ? at + 1 : end;
  }
  return tokens;
}

const PLAIN = /[\s,]+|[{}[\]:]|[^\s{}[\],:"]+/y;
const BETWEEN = /^[\s,]/;

/** Where the text that begins with the quote at a place ends; -1 where it does not. */
function textEnd(source: string, from: number): number {
  let quote = source.indexOf('"', from + 1);
  while (quote >= 0 && isEscaped(source, quote)) quote = source.indexOf('"', quote + 1);
  return quote < 0 ? -1 : quote + 1;
}

function isEscaped(source: string, at: number): boolean {
  let before = at;
  while (source[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}
