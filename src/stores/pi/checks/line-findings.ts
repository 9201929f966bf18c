import type { Code } from '../../../model/finding.ts';
import { type LineDetail, lineDetail } from '../../engine/session-lines.ts';
import { atByte, type FileFinding, withLoss } from '../../file-finding.ts';
import type { SessionFile, SessionRead, Trouble } from '../read/session.ts';

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

function detailOf(trouble: LineTrouble): string {
  const where = `line ${trouble.line + 1}`;
  switch (trouble.code) {
    case 'PI107':
      return `has no line end behind ${where}`;
    case 'PI111':
      return `ends with ${where}, which is no record: nothing before it is sent`;
    case 'PI112':
      return `has a line break or control character in a text on ${where}`;
    case 'PI113':
      return `has white space around the record on ${where}`;
    case 'PI114':
      return `has half of a character on ${where}`;
    default:
      return lineDetail(DETAILS[trouble.code] ?? 'foreign', trouble);
  }
}

const DETAILS: Readonly<Partial<Record<Code, LineDetail>>> = {
  PI101: 'torn',
  PI103: 'glued',
  PI104: 'behind-torn',
  PI105: 'nul',
  PI106: 'nul',
  PI108: 'not-utf8',
  PI109: 'too-long',
};
