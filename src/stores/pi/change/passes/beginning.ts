import { LF } from '../../../../codecs/bytes.ts';
import { wholeValue } from '../../../../codecs/json/scan.ts';
import { isString, textOf } from '../../../../codecs/json/value.ts';
import { madeId } from '../../../engine/hash.ts';
import { bytesAt, oneObjectALine, replacing } from '../../../engine/range-edits.ts';
import { setMembers } from '../../../engine/record-at.ts';
import type { SessionFile } from '../../read/session.ts';
import type { HealingSession, PiPass } from './records.ts';

export const utf16: PiPass = {
  codes: ['PI005'],
  repair: ({ source }) => {
    const bytes = bytesAt(source, 0, source.size);
    const text = new TextDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le', { fatal: true });
    try {
      return { edits: [replacing(0, source.size, text.decode(bytes))], notes: [] };
    } catch {
      return 'is not whole UTF-16';
    }
  },
};

export const mark: PiPass = {
  codes: ['PI003'],
  repair: () => ({ edits: [replacing(0, 3, '')], notes: [] }),
};

/** Gives records over several lines, or in a list, one line each. */
export const relined: PiPass = {
  codes: ['PI002'],
  repair: ({ source }) => ({ edits: oneObjectALine(source), notes: [] }),
};

/** Puts a header before all records: the one that is elsewhere in the file, or one of what its name and records say. */
export const header: PiPass = {
  codes: ['PI001'],
  repair: ({ file, source }) => {
    const { headers } = file.read();
    const [first] = headers;
    const later = headers.find(({ id }) => id !== null);
    if (first?.isFirst === true) return { edits: setMembers(source, first, { id: idOf(file) }), notes: [] };
    if (later === undefined) return newHeader({ file, source });
    const isEnded = source.slice(later.at + later.length, 1)[0] === LF;
    const line = bytesAt(source, later.at, later.length);
    const edits = [
      replacing(0, 0, Buffer.concat([line, Buffer.from('\n')])),
      replacing(later.at, later.length + (isEnded ? 1 : 0), ''),
    ];
    return { edits, notes: [] };
  },
};

function idOf({ named, part }: SessionFile): string {
  return named?.id ?? madeId(part.path);
}

function newHeader({ file, source }: HealingSession) {
  const { troubles, refs, folder, began } = file.read();
  const [torn] = troubles.filter(({ type, at }) => type === 'broken' && at < (refs[0]?.at ?? source.size));
  const text = torn === undefined ? '' : bytesAt(source, torn.at, torn.length).toString('utf8');
  const isHeader = torn !== undefined && /^\s*\{"type":"session",/.test(text);
  const member = (key: string, other: string | null) => (isHeader ? tornText(text, key) : null) ?? other;
  const time = file.named?.time ?? (began === null ? null : new Date(began).toISOString());
  const made = {
    type: 'session',
    version: 3,
    id: member('id', idOf(file)),
    timestamp: member('timestamp', time) ?? undefined,
    cwd: member('cwd', folder) ?? undefined,
    parentSession: member('parentSession', null) ?? undefined,
  };
  const [at, length] = isHeader ? [torn.at, torn.length] : [0, 0];
  return {
    edits: [replacing(at, length, `${JSON.stringify(made)}${isHeader ? '' : '\n'}`)],
    notes: [`begins as the session ${made.id}`],
  };
}

/** The text of a member in a torn object; null if it is torn too, or not JSON. */
function tornText(object: string, key: string): string | null {
  const [, json = ''] = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`).exec(object) ?? [];
  const value = wholeValue(Buffer.from(json));
  return isString(value) ? textOf(value) : null;
}

/** Says that records are linked, before the program links them anew. */
export const version: PiPass = {
  codes: ['PI006'],
  repair: ({ file, source }) => {
    const { headers, refs } = file.read();
    // In version 2 one role had another name, which the program changes in place.
    const number = refs.some(({ role }) => role === 'hookMessage') ? 2 : 3;
    return { edits: headers.slice(0, 1).flatMap((each) => setMembers(source, each, { version: number })), notes: [] };
  },
};

export const folder: PiPass = {
  codes: ['PI009'],
  repair: ({ file, source }) => {
    const { headers, folder: cwd } = file.read();
    if (cwd === null) return { edits: [], notes: [] };
    return {
      edits: headers.slice(0, 1).flatMap((each) => setMembers(source, each, { cwd })),
      notes: [`is of the folder ${cwd}`],
    };
  },
};
