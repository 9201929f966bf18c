import type { Code } from '../../../model/finding.ts';
import { atByte, type FileFinding, withLoss } from '../../file-finding.ts';
import { count } from '../../words.ts';
import type { Trouble } from '../read/session.ts';
import type { SessionFile } from '../read/session-file.ts';

interface LineTrouble extends Trouble {
  readonly code: Code;
  /** NUL bytes and nothing else. */
  readonly isNul: boolean;
}

export function* lineTroubles({ read, source }: Pick<SessionFile, 'read' | 'source'>): Generator<LineTrouble> {
  for (const trouble of read().troubles) {
    const { shape, at, length } = trouble;
    const isNul = shape === 'nul' && source?.slice(at, length).every((byte) => byte === 0) === true;
    yield { ...trouble, isNul, code: codeOf(trouble, isNul) };
  }
}

function codeOf(trouble: Trouble, isNul: boolean): Code {
  switch (trouble.type) {
    case 'broken':
      return brokenCode(trouble, isNul);
    case 'unended':
      return 'QW107';
    case 'not-utf8':
      return 'QW108';
    case 'too-long':
      return 'QW109';
    case 'incomplete':
      return trouble.lacks?.length === 1 ? 'QW202' : 'QW203';
    default:
      return 'QW110';
  }
}

function brokenCode({ shape, isLast, pieces = [], found = 0 }: Trouble, isNul: boolean): Code {
  if (shape === 'nul') return isLast && isNul ? 'QW106' : 'QW105';
  if (shape === 'glued') return 'QW103';
  if (pieces.length > found) return 'QW104';
  const isTorn = shape === 'torn' || shape === 'spliced' || shape === 'mixed';
  if (!isTorn) return 'QW110';
  return isLast ? 'QW101' : 'QW102';
}

export function lineFindings(file: SessionFile): FileFinding[] {
  return Array.from(lineTroubles(file), (trouble) =>
    withLoss(atByte(trouble.code, trouble.at, detailOf(trouble)), trouble.isNul),
  );
}

function detailOf({ code, line, lacks = [], pieces = [] }: LineTrouble): string {
  const where = `line ${line + 1}`;
  switch (code) {
    case 'QW101':
      return `ends with a torn record on ${where}`;
    case 'QW102':
      return `has a torn record on ${where}`;
    case 'QW103':
      return `has ${count(pieces.length, 'record')} on ${where}`;
    case 'QW104':
      return `has ${count(pieces.length, 'whole record')} on ${where} behind a torn one`;
    case 'QW105':
      return `has NUL bytes on ${where}`;
    case 'QW106':
      return 'has NUL bytes at its end: the next record is glued to them';
    case 'QW107':
      return `has no line end at its end: the next record is glued to ${where}`;
    case 'QW108':
      return `has a byte that is not UTF-8 on ${where}`;
    case 'QW109':
      return `has a line that is too long to be looked at: ${where}`;
    case 'QW202':
    case 'QW203':
      return `has a record without ${lacks.join(', ')} on ${where}`;
    default:
      return `has no record on ${where}`;
  }
}
