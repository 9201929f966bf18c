import type { Code } from '../../../model/finding.ts';
import { type LineDetail, lineDetail } from '../../engine/session-lines.ts';
import { atByte, type FileFinding, withLoss } from '../../file-finding.ts';
import type { SessionRead, Trouble } from '../read/session.ts';

interface LineTrouble extends Trouble {
  readonly code: Code;
}

export function* lineTroubles({ troubles }: Pick<SessionRead, 'troubles'>): Generator<LineTrouble> {
  for (const trouble of troubles) yield { ...trouble, code: codeOf(trouble) };
}

function codeOf(trouble: Trouble): Code {
  switch (trouble.type) {
    case 'broken':
      return brokenCode(trouble);
    case 'nul':
      return trouble.isLast && !trouble.isEnded ? 'CP106' : 'CP111';
    default:
      return CODES[trouble.type];
  }
}

const CODES = {
  raw: 'CP107',
  'not-utf8': 'CP108',
  'too-long': 'CP109',
  foreign: 'CP110',
  faulty: 'CP004',
  legacy: 'CP005',
} as const satisfies Partial<Record<Trouble['type'], Code>>;

function brokenCode({ shape, isLast, pieces = [] }: Trouble): Code {
  if (shape === 'nul') return 'CP105';
  if (shape === 'glued') return 'CP103';
  if (pieces.length > 0) return 'CP104';
  if (shape !== 'torn' && shape !== 'spliced' && shape !== 'mixed') return 'CP112';
  return isLast ? 'CP101' : 'CP102';
}

export function lineFindings(read: SessionRead): FileFinding[] {
  return Array.from(lineTroubles(read), (trouble) =>
    withLoss(atByte(trouble.code, trouble.at, detailOf(trouble)), trouble.type === 'nul'),
  );
}

function detailOf(trouble: LineTrouble): string {
  const { code, line, faults = [] } = trouble;
  const where = `line ${line + 1}`;
  switch (code) {
    case 'CP004':
      return `has a record with ${faults.join(', ')} on ${where}`;
    case 'CP005':
      return `has a record of an import on ${where}, which this version no longer loads`;
    case 'CP107':
      return `has a text with a raw line break or control character on ${where}`;
    case 'CP112':
      return `has a line that is not JSON: ${where}`;
    case 'CP111':
      return `has NUL bytes in the place of a record on ${where}`;
    default:
      return lineDetail(DETAILS[code] ?? 'foreign', trouble);
  }
}

const DETAILS: Readonly<Partial<Record<Code, LineDetail>>> = {
  CP101: 'torn-end',
  CP102: 'torn',
  CP103: 'glued',
  CP104: 'behind-torn',
  CP105: 'nul',
  CP106: 'nul-end',
  CP108: 'not-utf8',
  CP109: 'too-long',
};
