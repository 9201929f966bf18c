/** The text in a run of base64, and where the run is. */
export interface DecodedRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Of files and of addresses. */
const LINE = /[A-Za-z\d+/_-]{24,}={0,2}/g;
/** Programs break base64 at 64 or 76 characters. */
const WIDE = 40;
const BREAK = /\r?\n[ \t]*/y;
const LAST = /\r?\n[ \t]*[A-Za-z\d+/_-]{1,23}={0,2}(?![^\s"'`])/y;

/** The text in runs of base64, also in those that are broken into lines, and where a word is right before them. */
export function* decodedRuns(text: string): Generator<DecodedRun> {
  for (const { start, end } of runsIn(text)) {
    const run = text.slice(start, end).replace(/[\s=]+/g, '');
    for (let skip = 0; skip < 4; skip++) {
      const inside = textsIn(Buffer.from(skip === 0 ? run : run.slice(skip), 'base64').toString('latin1'));
      if (inside !== '') yield { text: inside, start, end };
    }
  }
}

function* runsIn(text: string): Generator<{ start: number; end: number }> {
  let run: { start: number; end: number } | null = null;
  let wide = 0;
  for (const { index: start, 0: line } of text.matchAll(LINE)) {
    const end = start + line.length;
    if (run !== null && wide >= WIDE && endOf(BREAK, text, run.end) === start) run.end = end;
    else {
      if (run !== null) yield { ...run, end: lastEnd(text, run.end, wide) };
      run = { start, end };
    }
    wide = line.length;
  }
  if (run !== null) yield { ...run, end: lastEnd(text, run.end, wide) };
}

/** The last line of a run is shorter. */
function lastEnd(text: string, end: number, wide: number): number {
  return wide < WIDE ? end : (endOf(LAST, text, end) ?? end);
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The readable stretches among bytes; in those of pictures such a stretch is rare. */
function textsIn(bytes: string): string {
  return (bytes.match(/[\t\n\r\x20-\x7e]{16,}/g) ?? []).join('\n');
}
