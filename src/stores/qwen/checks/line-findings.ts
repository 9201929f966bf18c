import type { Code } from '../../../model/finding.ts';
import { type LineDetail, lineDetail } from '../../engine/session-lines.ts';
import { atByte, type FileFinding, withLoss } from '../../file-finding.ts';
import type { SessionFile, Trouble } from '../read/session.ts';

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

function detailOf(trouble: LineTrouble): string {
  const { code, line, lacks = [] } = trouble;
  if (code === 'QW106') return 'has NUL bytes at its end: the next record is glued to them';
  const what = DETAILS[code];
  return what === undefined
    ? `has a record without ${lacks.join(', ')} on line ${line + 1}`
    : lineDetail(what, trouble);
}

const DETAILS: Readonly<Partial<Record<Code, LineDetail>>> = {
  QW101: 'torn-end',
  QW102: 'torn',
  QW103: 'glued',
  QW104: 'behind-torn',
  QW105: 'nul',
  QW107: 'unended',
  QW108: 'not-utf8',
  QW109: 'too-long',
  QW110: 'foreign',
};
