import { isMarkAt } from '../../../codecs/bytes.ts';
import type { Code } from '../../../model/finding.ts';
import { type LineDetail, lineDetail } from '../../engine/session-lines.ts';
import { atByte, type FileFinding, withLoss } from '../../file-finding.ts';
import { count } from '../../words.ts';
import type { SessionFile, Trouble } from '../read/session.ts';

interface LineTrouble extends Trouble {
  readonly code: Code;
}

export function* lineTroubles(file: SessionFile): Generator<LineTrouble> {
  for (const trouble of file.read().troubles) {
    const code = codeOf(trouble, file);
    if (code !== null) yield { ...trouble, code };
  }
}

function codeOf(trouble: Trouble, file: SessionFile): Code | null {
  const { type, count: taken = 0 } = trouble;
  switch (type) {
    case 'broken':
      return brokenCode(trouble, file);
    case 'unended':
      return 'GM106';
    case 'foreign':
      return 'GM107';
    case 'not-utf8':
      return 'GM108';
    case 'too-long':
      return 'GM109';
    case 'no-id':
    case 'no-type':
      return 'GM201';
    case 'id-doubled':
      return 'GM202';
    case 'no-content':
      return 'GM203';
    case 'list-null':
      return 'GM107';
    case 'shortened':
    case 'emptied':
      return file.read().hasContent ? 'GM209' : null;
    case 'rewind-unknown':
      return taken > 0 && file.read().hasContent ? 'GM005' : null;
    default:
      return null;
  }
}

function brokenCode({ shape, isLast, length, at }: Trouble, { source }: SessionFile): Code | null {
  // The byte-order mark has its own finding.
  if (at === 0 && source !== null && isMarkAt(source.slice(0, 3), 0)) return null;
  if (shape === 'torn') return isLast ? 'GM101' : 'GM102';
  if (shape === 'glued') return 'GM103';
  if (shape === 'spliced' || shape === 'mixed') return 'GM102';
  if (shape !== 'nul') return 'GM107';
  return isLast && isNulRun({ length, at }, source) ? 'GM105' : 'GM104';
}

function isNulRun({ length, at }: Pick<Trouble, 'length' | 'at'>, source: SessionFile['source']): boolean {
  return source?.slice(at, length).every((byte) => byte === 0) === true;
}

export function lineFindings(file: SessionFile): FileFinding[] {
  return Array.from(lineTroubles(file), (trouble) => {
    const isLost = trouble.shape === 'nul' && isNulRun(trouble, file.source);
    return withLoss(atByte(trouble.code, trouble.at, detailOf(trouble)), isLost);
  });
}

function detailOf(trouble: LineTrouble): string {
  const { code, type, line, isLast, count: taken = 0 } = trouble;
  const where = `line ${line + 1}`;
  switch (code) {
    case 'GM005':
      return `goes back on ${where} to a message that is nowhere${isLast ? '' : ', so that nothing before it is left'}`;
    case 'GM107':
      return type === 'list-null' ? `has a list of messages that is none on ${where}` : lineDetail('foreign', trouble);
    case 'GM201':
      return `has a message without ${type === 'no-id' ? 'an id' : 'a type'} on ${where}`;
    case 'GM202':
      return `has another question with the same id on ${where}`;
    case 'GM203':
      return `has an answer without content on ${where}`;
    case 'GM209':
      return `has a list on ${where} that leaves out ${count(taken, 'message')} before it`;
    default:
      return lineDetail(DETAILS[code] ?? 'foreign', trouble);
  }
}

const DETAILS: Readonly<Partial<Record<Code, LineDetail>>> = {
  GM101: 'torn-end',
  GM102: 'torn',
  GM103: 'glued',
  GM104: 'nul',
  GM105: 'nul-end',
  GM106: 'unended',
  GM108: 'not-utf8',
  GM109: 'too-long',
};
