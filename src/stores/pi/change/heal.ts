import { LF } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import { wholeValue } from '../../../codecs/json/scan.ts';
import { isString, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { bytesAt } from '../../../codecs/lines/source.ts';
import { addAll, countBefore, grouped } from '../../../model/collections.ts';
import type { AskFor, NotChanged, UnitChange } from '../../decision.ts';
import { healSessions } from '../../engine/change/heal-sessions.ts';
import { linePasses, passForCopies, passForOrder, withoutTorn } from '../../engine/change/line-passes.ts';
import { madeId } from '../../engine/hash.ts';
import { oneObjectALine, replacing, withoutLine } from '../../engine/range-edits.ts';
import { isSameRecord, parentsFor } from '../../engine/record-order.ts';
import { setMembers, valueAt } from '../../engine/records.ts';
import { textAt, timeAt } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import { codedFaults, fileFindings, unpairedIn } from '../checks/judge.ts';
import type { PiDocument } from '../document.ts';
import { parsedName, sessionName } from '../layout/layout.ts';
import { partsIn, type SessionRecord } from '../read/record.ts';
import { openSession, type SessionFile } from '../read/session.ts';
import { canResume, flowOf, piCounts } from '../read/transcript.ts';
import { contentsPass, type HealingSession, membersPass, type PiPass, UNSENT_RECORD } from './contents.ts';

const markPass: PiPass = {
  codes: ['PI003'],
  repair: () => ({ edits: [replacing(0, 3, '')], notes: [] }),
};

/** Puts each record over several lines, or in a list, on one line. */
const relinedPass: PiPass = {
  codes: ['PI002'],
  repair: ({ source }) => ({ edits: oneObjectALine(source), notes: [] }),
};

/** Puts a header before all records: the one found elsewhere in the file, or one made from its name and records. */
const headerPass: PiPass = {
  codes: ['PI001'],
  repair: ({ file, source }) => {
    const { headers } = file.read();
    const [first] = headers;
    const later = headers.find(({ id }) => id !== null);
    if (first?.isFirst === true) return { edits: setMembers(source, first, { id: idOf(file) }), notes: [] };
    if (later === undefined) return newHeader({ file, source });
    const isEnded = source.slice(later.at + later.length, 1)[0] === LF;
    const line = bytesAt(source, later.at, later.length);
    const edits = [replacing(0, 0, Buffer.concat([line, Buffer.from('\n')])), withoutLine({ ...later, isEnded })];
    return { edits, notes: [] };
  },
};

function idOf({ named, part }: SessionFile): string {
  return named?.id ?? madeId(part.path);
}

function newHeader({ file, source }: HealingSession) {
  const { faults, records, folder, began } = file.read();
  const [torn] = faults.filter(({ type, at }) => type === 'broken' && at < (records[0]?.at ?? source.size));
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

/** The text of `key` in a torn object; null if the text is torn too, or is not JSON. */
function tornText(object: string, key: string): string | null {
  const [, json = ''] = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`).exec(object) ?? [];
  const value = wholeValue(Buffer.from(json));
  return isString(value) ? textOf(value) : null;
}

/** Sets the version of a session with links; otherwise the program would link all records anew. */
const versionPass: PiPass = {
  codes: ['PI006'],
  repair: ({ file, source }) => {
    const { headers, records } = file.read();
    // Version 2 had another name for one role, which the program renames when it loads.
    const number = records.some(({ role }) => role === 'hookMessage') ? 2 : 3;
    return { edits: headers.slice(0, 1).flatMap((each) => setMembers(source, each, { version: number })), notes: [] };
  },
};

const folderPass: PiPass = {
  codes: ['PI009'],
  repair: ({ file, source }) => {
    const { headers, folder: cwd } = file.read();
    if (cwd === null) return { edits: [], notes: [] };
    return {
      edits: headers.slice(0, 1).flatMap((each) => setMembers(source, each, { cwd })),
      notes: [`now names its folder: ${cwd}`],
    };
  },
};

function idFor(words: Uint8Array | string): string {
  return madeId(words).slice(0, 8);
}

const typesPass: PiPass = {
  codes: ['PI203'],
  repair: ({ file, source }) => {
    const all = file.read().records.filter(({ type }) => type === null);
    const edits = all.flatMap((record) =>
      setMembers(source, record, { type: record.role === null ? 'custom' : 'message' }),
    );
    return { edits, notes: [] };
  },
};

const idsPass: PiPass = {
  codes: ['PI202'],
  repair: ({ file, source }) => {
    const { records, orphans } = file.read();
    const idOf = idFinder(records, orphans);
    const edits = records.flatMap((record) =>
      record.uuid === '' ? setMembers(source, record, { id: idOf(record, source) }) : [],
    );
    return { edits, notes: [] };
  },
};

function idFinder(records: readonly SessionRecord[], orphans: readonly SessionRecord[]) {
  const usedIds = new Set(records.map(({ uuid }) => uuid));
  return (record: SessionRecord, source: HealingSession['source']): string => {
    const named = orphans[countBefore(orphans, record.at + 1)]?.parent ?? null;
    let id = named === null || usedIds.has(named) ? idFor(bytesAt(source, record.at, record.length)) : named;
    while (usedIds.has(id)) id = idFor(id);
    usedIds.add(id);
    return id;
  };
}

/** Removes copies of records and headers; all headers count as one id. */
const copiesPass: PiPass = passForCopies('PI212', ({ file }) => {
  const { records, headers } = file.read();
  return [
    ...headers.map((each) => ({ ...each, uuid: '', parent: null })),
    ...records.filter(({ uuid }) => uuid !== ''),
  ];
});

/**
 * Renames one of two records with one id: the earlier, because the program takes the later wherever the id is named. Where the new id would
 * close a ring, it renames the later: records after it continue from it.
 */
const doublesPass: PiPass = {
  codes: ['PI213'],
  repair: ({ file, source }) => {
    const { records, orphans, closing } = file.read();
    const idOf = idFinder(records, orphans);
    if (closing.size > 0) return { edits: renamedBehind(records, source, idOf), notes: [] };
    const lastByUuid = new Map(records.map((record) => [record.uuid, record]));
    const earlier = records.filter((record) => record.uuid !== '' && lastByUuid.get(record.uuid) !== record);
    return { edits: earlier.flatMap((record) => setMembers(source, record, { id: idOf(record, source) })), notes: [] };
  },
};

function renamedBehind(
  records: readonly SessionRecord[],
  source: HealingSession['source'],
  idOf: ReturnType<typeof idFinder>,
): Edit[] {
  const seen = new Set<string>();
  const renamed = new Map<string, string>();
  return records.flatMap((record) => {
    const parentId = renamed.get(record.parent ?? '');
    const id = record.uuid !== '' && seen.has(record.uuid) ? idOf(record, source) : undefined;
    seen.add(record.uuid);
    if (id !== undefined) renamed.set(record.uuid, id);
    const members = { ...(id === undefined ? {} : { id }), ...(parentId === undefined ? {} : { parentId }) };
    return setMembers(source, record, members);
  });
}

const orderPass: PiPass = passForOrder('PI209', ({ file }) => file.read().records);

/** True for an id that is a JSON number: the program does not find it by a text. */
function isNumbered(source: HealingSession['source'], record: SessionRecord): boolean {
  const isNumber = /^-?\d[\d.eE+-]*$/.test(record.uuid);
  return isNumber && !isString(member(valueAt(source, record), 'id', 'last'));
}

/** Links each record without its parent in the file to the record before it; a torn parent shows which that is. */
const linksPass: PiPass = {
  codes: ['PI201', 'PI216'],
  repair: ({ file, source }) => {
    const { orphans, records, faults, closing } = file.read();
    const mended = orphans.filter((each) => each !== records[0] || closing.has(each));
    const parents = parentsFor(mended, records, faults);
    const numbered = new Set(records.flatMap((each) => (isNumbered(source, each) ? each.uuid : [])));
    const edits = mended.flatMap((each) => {
      const parent = parents.get(each) ?? null;
      return setMembers(source, each, { parentId: parent !== null && numbered.has(parent) ? Number(parent) : parent });
    });
    const now = `${countOf(mended.length, 'record')} now ${mended.length === 1 ? 'goes' : 'go'} on from the one before`;
    return { edits, notes: [now] };
  },
};

/** Makes a note of a result without a call; the program keeps notes, but does not send them. */
const unpairedPass: PiPass = {
  codes: ['PI206', 'PI208'],
  repair: ({ file, source, targets }) => {
    const codes = new Set(targets.map(({ code }) => code));
    const all = [...unpairedIn(file.read())].filter(({ code }) => codes.has(code));
    const edits = all.flatMap(({ record }) => setMembers(source, record, UNSENT_RECORD));
    return { edits, notes: [`${countOf(all.length, 'result')} no longer sent`] };
  },
};

/** Adds the result that the program makes up for a call without one. */
const resultsPass: PiPass = {
  codes: ['PI207'],
  repair: ({ file, source }) => {
    const read = file.read();
    const all = [...unpairedIn(read)].filter(({ code }) => code === 'PI207');
    const edits: Edit[] = [];
    const places = new Map(read.chain.map((record, n) => [record, n]));
    for (const [last, unanswered] of grouped(all.map((each) => [each.last, each] as const))) {
      let parentId = last.uuid;
      const lines = unanswered.map(({ id, record }) => {
        const value = valueAt(source, record);
        const time = timeAt(value, 'timestamp');
        const content = [{ type: 'text', text: 'No result provided' }];
        const message = {
          role: 'toolResult',
          toolCallId: id,
          toolName: toolNameOf(value, id),
          content,
          isError: true,
          timestamp: time ?? 0,
        };
        const made = {
          type: 'message',
          id: idFor(`${parentId} ${id}`),
          parentId,
          timestamp: new Date(time ?? 0).toISOString(),
          message,
        };
        parentId = made.id;
        return JSON.stringify(made);
      });
      const end = last.at + last.length;
      const isEnded = source.slice(end, 1)[0] === LF;
      edits.push(replacing(end, 0, `\n${lines.join('\n')}${isEnded ? '' : '\n'}`));
      const next = read.chain[(places.get(last) ?? -1) + 1];
      if (next !== undefined) addAll(edits, setMembers(source, next, { parentId }));
    }
    return {
      edits: edits.sort((a, b) => a.at - b.at),
      notes: [`${countOf(all.length, 'result')} of failed calls added`],
    };
  },
};

function toolNameOf(value: Value, id: string): string {
  const call = partsIn(member(value, 'message', 'last')).find((part) => textAt(part, 'id') === id);
  return (call === undefined ? null : textAt(call, 'name')) ?? 'tool';
}

const passes = linePasses<HealingSession>(({ file, source }) =>
  [...codedFaults(file), ...headersAgain(file, source)].sort((a, b) => a.at - b.at),
);

/** Later headers that differ from the first; the program takes them for no records. */
function headersAgain(file: SessionFile, source: HealingSession['source']) {
  const [begin, ...more] = file.read().headers;
  const others = more.filter((each) => begin !== undefined && !isSameRecord(source, begin, each));
  return others.map(({ at, length }) => {
    return { at, length, isEnded: source.slice(at + length, 1)[0] === LF, code: 'PI110' as const };
  });
}

const nulPass: PiPass = passes.nul('PI105', 'PI106');
const strayPass: PiPass = passes.stray('PI115');
const splitPass: PiPass = passes.split('PI103', 'PI104');
const rawPass: PiPass = passes.raw('PI112');
const utf16Pass: PiPass = passes.utf16('PI005');
const utf8Pass: PiPass = passes.utf8('PI108');
const tornPass: PiPass = passes.torn('PI101', 'PI110');

/** Moves lines that are no records before the last record, so that the program goes on from it. */
const tailPass: PiPass = {
  codes: ['PI111'],
  repair: ({ file, source }) => {
    const { records, faults } = file.read();
    const last = records.at(-1);
    if (last === undefined) return 'has no record before the line that is none';
    const lines = faults.filter(({ type, at }) => type === 'no-record' && at > last.at);
    const moved = lines.map(({ at, length }) => `${bytesAt(source, at, length).toString('latin1')}\n`).join('');
    return {
      edits: [replacing(last.at, 0, Buffer.from(moved, 'latin1')), ...lines.map((line) => withoutTorn(source, line))],
      notes: [],
    };
  },
};

/**
 * Links are mended while torn records, which are removed later, still name their parents. A byte-order mark and NUL bytes hide how the rest
 * is written.
 */
const PASSES: readonly PiPass[] = [
  utf16Pass,
  markPass,
  utf16Pass,
  relinedPass,
  nulPass,
  relinedPass,
  rawPass,
  strayPass,
  splitPass,
  utf8Pass,
  headerPass,
  versionPass,
  folderPass,
  typesPass,
  idsPass,
  membersPass,
  contentsPass,
  copiesPass,
  doublesPass,
  orderPass,
  linksPass,
  // A new link may lead to a parent that is written later.
  orderPass,
  tailPass,
  unpairedPass,
  resultsPass,
  tornPass,
];

export function healPi(document: PiDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  return healSessions<SessionFile>(document, ask, {
    passes: PASSES,
    findings: (file) => fileFindings(file, document),
    open: openSession,
    counts: piCounts,
    sent: ({ read }) => (canResume(read()) ? [...flowOf(read()).keys()] : []),
    renaming: ['PI301'],
    nameOf,
  });
}

/** The right name of a session's file; null if its id cannot be part of a name. */
function nameOf({ named, read }: SessionFile): string | null {
  const { id = null } = read().header ?? {};
  const name = named === null || id === null ? '' : sessionName(id, named.time);
  return parsedName(name) === null ? null : name;
}
