import type { Code } from '../../../model/finding.ts';
import { atByte, type FileFinding, withLoss } from '../../file-finding.ts';
import { count } from '../../words.ts';
import type { SessionRead, Trouble } from '../read/session.ts';
import type { SessionFile } from '../read/session-file.ts';

interface LineTrouble extends Trouble {
  readonly code: Code;
}

export function lineTroubles({ read }: Pick<SessionFile, 'read'>): LineTrouble[] {
  const { troubles, cut } = read();
  return troubles.map((trouble) => ({ ...trouble, code: codeOf(trouble, cut) }));
}

const CODES = {
  raw: 'PI112',
  unended: 'PI107',
  'not-utf8': 'PI108',
  'too-long': 'PI109',
  blanks: 'PI113',
  surrogate: 'PI114',
} as const;

function codeOf({ type, at, shape, pieces = [] }: Trouble, cut: SessionRead['cut']): Code {
  if (type === 'foreign') return at === cut?.at ? 'PI111' : 'PI110';
  if (type !== 'broken') return CODES[type];
  if (shape === 'nul') return pieces.length > 0 ? 'PI105' : 'PI106';
  if (pieces.length > 0) return shape === 'glued' ? 'PI103' : 'PI104';
  if (shape === 'foreign') return 'PI110';
  return 'PI101';
}

/** White space and halves of characters are reported once. */
const ONCE: readonly Code[] = ['PI113', 'PI114'];

export function* lineFindings(file: SessionFile): Generator<FileFinding> {
  const reported = new Set<Code>();
  for (const trouble of lineTroubles(file)) {
    const { code, at } = trouble;
    if (!ONCE.includes(code) || !reported.has(code))
      yield withLoss(atByte(code, at, detailOf(trouble)), code === 'PI106');
    reported.add(code);
  }
}

function detailOf({ code, line, pieces = [] }: LineTrouble): string {
  const where = `line ${line + 1}`;
  switch (code) {
    case 'PI101':
      return `has a torn record on ${where}`;
    case 'PI103':
      return `has ${count(pieces.length, 'record')} on ${where}`;
    case 'PI104':
      return `has ${count(pieces.length, 'whole record')} on ${where} behind a torn one`;
    case 'PI105':
    case 'PI106':
      return `has NUL bytes on ${where}`;
    case 'PI107':
      return `has no line end behind ${where}`;
    case 'PI108':
      return `has a byte that is not UTF-8 on ${where}`;
    case 'PI109':
      return `has a line that is too long to be looked at: ${where}`;
    case 'PI111':
      return `ends with ${where}, which is no record: nothing before it is sent`;
    case 'PI112':
      return `has a line break or control character in a text on ${where}`;
    case 'PI113':
      return `has white space around the record on ${where}`;
    case 'PI114':
      return `has half of a character on ${where}`;
    default:
      return `has no record on ${where}`;
  }
}
