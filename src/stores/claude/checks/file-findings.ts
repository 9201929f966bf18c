import type { Source } from '../../../codecs/lines/source.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Life } from '../../engine/in-use.ts';
import type { SessionFile } from '../session-file.ts';
import { byCause } from './causes.ts';
import type { FileFacts } from './facts.ts';
import { SHAPES } from './file-shape.ts';
import { onePerCode, onlyHarmful } from './harm.ts';
import { lossesOf } from './losses.ts';
import type { RecordFinding } from './record-finding.ts';
import { gradedLines, missesBehindCr } from './unread-lines.ts';

export interface SessionContext {
  readonly id: string;
  /** A program is at work on it, or may be. */
  readonly life: Life | null;
  /** The transcript of a subagent: it is never sent, and its chain is another. */
  readonly isAgent: boolean;
}

/** Everything wrong in one transcript, as far as the file alone shows. */
export function* claudeFileFindings(file: SessionFile, around: SessionContext): Generator<Finding> {
  const { path, size } = file.part;
  const { id, isAgent } = around;
  if (size === 0) return;
  const shape = file.shape();
  if (shape !== null) {
    yield { ...SHAPES[shape], id, path, at: null, offset: 0 };
    return;
  }
  const facts = file.facts(id);
  for (const each of troubles(file, facts, around)) yield placed(each, id, path);
  if (!isAgent) yield* foreignRecords(file, facts, around);
}

function placed(spotted: RecordFinding, id: string, path: string): Finding {
  const { n, at, code, offset, detail, isCause, consequences } = spotted;
  return {
    code,
    id,
    path,
    at: at === null ? null : `/${n}${at}`,
    offset,
    detail,
    ...(isCause === undefined ? {} : { isCause }),
    ...(consequences === undefined ? {} : { consequences: consequences.map((each) => placed(each, id, path)) }),
  };
}

function troubles(
  file: SessionFile,
  { spotted, loneCr }: FileFacts,
  { life, isAgent }: SessionContext,
): RecordFinding[] {
  const packer = isAgent || file.isWhole() ? null : packerOf(file);
  if (packer !== null) return [packer];
  const own = isAgent ? spotted.filter(({ hazard }) => hazard !== true) : onlyHarmful(file, spotted);
  const found = life === null ? own : own.map((each) => whileWritten(each, life));
  if (isAgent) return onePerCode(loneCr < 0 ? found : [...found, loneCrs(loneCr, true)]);
  // Lines that end with CR alone say why nothing is found.
  const losses = (file.isWhole() ? [] : [...lossesOf(file)]).filter(({ code }) => code !== 'CL219' || loneCr < 0);
  const lines = loneCr < 0 ? [] : [loneCrs(loneCr, missesBehindCr(file, losses))];
  return [...onePerCode(byCause(file.records(), gradedLines(file, found, losses), losses)), ...lines];
}

/** That a file was compressed is all that is to be said of it: its line ends and NUL bytes are chance. */
function packerOf(file: SessionFile): RecordFinding | null {
  const packer = file.source === null || file.history().sent.length > 0 ? null : packedBy(file.source);
  const detail = `is compressed by ${packer}: the program finds no conversation in it until it is unpacked`;
  return packer === null ? null : { n: -1, code: 'CL219', at: null, offset: 0, detail };
}

function loneCrs(offset: number, isMissed: boolean): RecordFinding {
  const detail = 'has lines that end with CR alone';
  if (isMissed) return { n: -1, code: 'CL011', at: null, offset, detail };
  return {
    n: -1,
    code: 'CL024',
    at: null,
    offset,
    detail: `${detail} (CL011), and nothing that would be sent behind them`,
  };
}

/** A program that is still writing has not torn its last line. */
function whileWritten(each: RecordFinding, life: Life): RecordFinding {
  if (each.code !== 'CL003' && each.code !== 'CL007') return each;
  const detail =
    life === 'open'
      ? 'is being written: its last line is not ended yet'
      : 'was written to within the last minute, and its last line is not ended yet';
  return { ...each, code: 'CL403', detail };
}

function* foreignRecords(
  file: SessionFile,
  { foreignRecords: [first, ...others], firstOwn, records }: FileFacts,
  { id }: SessionContext,
): Generator<Finding> {
  if (first === undefined) return;
  const number = others.length === 0 ? '' : ` (the first of ${others.length + 1})`;
  yield {
    code: firstOwn < 0 ? 'CL209' : 'CL210',
    id,
    path: file.part.path,
    at: `/${first}/sessionId`,
    offset: records.at[first] ?? 0,
    detail: `has a record of another session${number}`,
  };
}

/** The program that a file was compressed with, by the bytes that it begins with; null for one that was not. */
function packedBy(source: Source): string | null {
  const head = Buffer.from(source.slice(0, Math.min(HEAD, source.size))).toString('latin1');
  return PACKERS.find(({ begins }) => head.startsWith(begins))?.name ?? null;
}

const HEAD = 8;

const PACKERS = [
  { name: 'gzip', begins: '\x1f\x8b\x08' },
  { name: 'zstd', begins: '\x28\xb5\x2f\xfd' },
  { name: 'xz', begins: '\xfd7zXZ\0' },
  { name: 'bzip2', begins: 'BZh9' },
  { name: 'zip', begins: 'PK\x03\x04' },
] as const;
