import type { Redactor } from './redactor.ts';

/** The lines of a file, each redacted; those without secrets are as they were, byte by byte. */
export function* redactedLines(bytes: Uint8Array, redact: Redactor): Generator<string | Uint8Array> {
  let kept = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end < 0 ? bytes.length : end + 1;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
    const clean = redactedLine(text, redact);
    if (clean !== text) {
      if (kept < from) yield bytes.subarray(kept, from);
      yield clean;
      kept = to;
    }
    from = to;
  }
  if (kept < bytes.length) yield bytes.subarray(kept);
}

const LINE_FEED = 10;

/** A line of JSON with each of its texts redacted, and every other character as it is; what is no JSON is redacted as one text. */
function redactedLine(line: string, redact: Redactor): string {
  if (!redact.mayChange(line)) return line;
  const clean = withTextsRedacted(line, redact);
  // `"password":"..."` is one only beside its key. A line stays JSON: what reaches over several of its texts is left.
  const whole = redact(clean);
  return whole === clean || isJson(whole) || !isJson(line) ? whole : clean;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withTextsRedacted(line: string, redact: Redactor): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = line.indexOf('"'); start >= 0; start = line.indexOf('"', at)) {
    const end = endOfText(line, start);
    if (end < 0) break;
    pieces.push(line.slice(at, start), redactedText(line.slice(start, end), redact));
    at = end;
  }
  return pieces.join('') + line.slice(at);
}

/** Behind the quote that ends the text which begins at a place; -1 where none does. */
function endOfText(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    const letter = line[at];
    if (letter === '"') return at + 1;
    if (letter === '\\') at++;
  }
  return -1;
}

function redactedText(source: string, redact: Redactor): string {
  let text: unknown;
  try {
    text = JSON.parse(source);
  } catch {
    return redact(source);
  }
  const clean = redact(String(text));
  return clean === text ? source : JSON.stringify(clean);
}
