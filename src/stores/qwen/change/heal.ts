import { type Edit, shifted, sortEdits } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import { isObject, isString, lexemeOf, member, quote, typeOf, type Value } from '../../../codecs/json/value.ts';
import { bytesAt } from '../../../codecs/lines/source.ts';
import { countBefore, lastBefore } from '../../../model/collections.ts';
import type { AskFor, NotChanged, UnitChange } from '../../decision.ts';
import { type HealingFile, healSessions } from '../../engine/change/heal-sessions.ts';
import { linePasses, passForCopies, passForOrder } from '../../engine/change/line-passes.ts';
import type { RangePass } from '../../engine/change/passes.ts';
import { madeId } from '../../engine/hash.ts';
import { oneObjectALine } from '../../engine/range-edits.ts';
import { parentsFor } from '../../engine/record-order.ts';
import { setMembers, setMembersOf, valueAt } from '../../engine/records.ts';
import { textAt } from '../../engine/text-at.ts';
import type { FileFinding } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { areRecordsApart, codedFaults, codeOfRole, fileFindings } from '../checks/judge.ts';
import { projectOf, type QwenDocument } from '../document.ts';
import { isSessionName, projectName } from '../layout/layout.ts';
import { isEmptyPart, listStopperIn, noListIn, noPartsIn, partsIn, partsSentIn, stopperIn } from '../read/parts.ts';
import {
  openSession,
  reachedIn,
  type SessionFault,
  type SessionFile,
  type SessionRead,
  type SessionRecord,
  sentIn,
  stoppersIn,
} from '../read/session.ts';
import { qwenCounts } from '../read/transcript.ts';

type HealingSession = HealingFile<SessionFile>;
type QwenPass = RangePass<HealingSession, FileFinding>;

const passes = linePasses<HealingSession>(({ file }) => codedFaults(file));

const nulPass: QwenPass = passes.nul('QW105', 'QW106');
const strayPass: QwenPass = passes.stray('QW111');
const splitPass: QwenPass = passes.split('QW103', 'QW104');
const tornPass: QwenPass = passes.torn('QW101', 'QW102');
const utf16Pass: QwenPass = passes.utf16('QW004');
const utf8Pass: QwenPass = passes.utf8('QW108');

const endPass: QwenPass = passes.end('QW107');

function inFile({ chain, offChain }: Pick<SessionRead, 'chain' | 'offChain'>): SessionRecord[] {
  return [...chain, ...offChain].sort((a, b) => a.at - b.at);
}

/** Puts each record on a line of its own, and gives the first record its folder. */
const firstPass: QwenPass = {
  codes: ['QW001'],
  repair: (session) => {
    const { file, source } = session;
    if (areRecordsApart(file)) return { edits: oneObjectALine(source), notes: [] };
    const { first: record, folders } = file.read();
    const folder = folders.find((each) => projectName(each) === projectOf(file)) ?? folders[0];
    if (record === null || folder === undefined) return 'begins with a record that names no folder, and no other does';
    return { edits: setMembers(source, record, { cwd: folder }), notes: [`now names its folder: ${folder}`] };
  },
};

const folderPass: QwenPass = {
  codes: ['QW303'],
  repair: (session) => {
    const { first: record, folders } = session.file.read();
    const own = folders.find((each) => projectName(each) === projectOf(session.file));
    if (record === null || own === undefined) return { edits: [], notes: [] };
    return { edits: setMembers(session.source, record, { cwd: own }), notes: [`now names its folder: ${own}`] };
  },
};

const lackingPass: QwenPass = {
  codes: ['QW202'],
  repair: (session) => {
    const read = session.file.read();
    const all = inFile(read);
    const edits = read.faults
      .filter(({ type, lacks }) => type === 'incomplete' && lacks?.length === 1)
      .flatMap((fault) => {
        const key = fault.lacks?.[0] ?? '';
        return setMembers(session.source, fault, { [key]: lackingValue(key, fault, session, all) });
      });
    return { edits, notes: [] };
  },
};

function lackingValue(
  key: string,
  fault: SessionFault,
  { file, source }: HealingSession,
  all: readonly SessionRecord[],
): string | null {
  const { ids, orphans } = file.read();
  if (key === 'sessionId') return ids[0] ?? file.named;
  if (key === 'parentUuid') return lastBefore(all, fault.at)?.uuid ?? null;
  if (key === 'type') return typeAt(valueAt(source, fault)) ?? 'system';
  // The next record names its parent, which is the id of this one.
  return orphans[countBefore(orphans, fault.at + 1)]?.parent ?? madeId(bytesAt(source, fault.at, fault.length));
}

const rolesPass: QwenPass = {
  codes: ['QW214', 'QW215'],
  repair: (session) => {
    const codes = new Set(session.targets.map(({ code }) => code));
    const targets = sentIn(session.file.read().chain).filter((record) => {
      const code = codeOfRole(record);
      return code !== null && codes.has(code);
    });
    if (targets.some(({ isSummary }) => isSummary))
      return 'has a summary with a message of which nothing says whose it is';
    const edits = targets.flatMap((record) => {
      const value = valueAt(session.source, record);
      const message = member(value, 'message', 'last');
      return message === null
        ? []
        : setMembersOf(message, record, { role: record.type === 'assistant' ? 'model' : 'user' });
    });
    return { edits, notes: [] };
  },
};

/** A part that the program ignores. */
const NO_TEXT = '{"text":null}';

/** Writes the text of an empty part as null, which the program ignores. */
const emptyPass: QwenPass = {
  codes: ['QW218'],
  repair: (session) => {
    const targets = reachedIn(session.file.read().chain).filter(({ isEmptied }) => isEmptied);
    const edits = targets.flatMap((record) =>
      partsIn(valueAt(session.source, record))
        .filter(isEmptyPart)
        .map((part) => shifted(withoutText(part), record.at)),
    );
    return { edits, notes: [`${countOf(targets.length, 'answer')} with an empty part, which is now passed over`] };
  },
};

function withoutText(part: Value): Edit {
  const text = member(part, 'text', 'last');
  return text === null ? replaceValue(part, NO_TEXT) : replaceValue(text, 'null');
}

const UNREAD = '"unreadHistory"';
const PASSED_OVER = 'what a compression left is no list: it is passed over now, and all before it is sent';

/** Replaces values that end the program by texts, and removes nulls. */
const stoppersPass: QwenPass = {
  codes: ['QW216'],
  repair: (session) => {
    const targets = stoppersIn(session.file.read().chain);
    const noLists = targets.flatMap((record) => {
      const found = record.type === 'system' ? noListIn(valueAt(session.source, record)) : null;
      return found === null ? [] : shifted(replaceValue(found.key, UNREAD), record.at);
    });
    const edits = targets.flatMap((record) => {
      const value = valueAt(session.source, record);
      const isAsked = record.type === 'user';
      const parts = partsSentIn(value, record.type).flatMap((part) => {
        const stopper = stopperIn(part);
        if (stopper === null) return [];
        const json = stopper === part ? partJson(part, isAsked) : textJson(stopper, isAsked);
        return replaceValue(stopper, json);
      });
      const noParts = record.type === 'system' ? noPartsIn(value) : [];
      const lists = noParts.map((each) => replaceValue(each, `[${partJson(each, true)}]`));
      return [...parts, ...lists].map((edit) => shifted(edit, record.at));
    });
    return { edits: [...sortEdits([...edits, ...noLists])], notes: noLists.length === 0 ? [] : [PASSED_OVER] };
  },
};

/** A value that is no text as the JSON of one. */
function textJson(value: Value, isAsked: boolean): string {
  // Of a null an answer has nothing, and a question has an empty text: that would keep an answer from being sent.
  if (typeOf(value) === 'null') return isAsked ? '""' : 'null';
  return isString(value) ? lexemeOf(value) : quote(lexemeOf(value));
}

function partJson(value: Value, isAsked: boolean): string {
  return isObject(value) ? lexemeOf(value) : `{"text":${textJson(value, isAsked)}}`;
}

/** Makes a text of the value at which the program's list ends. */
const listPass: QwenPass = {
  codes: ['QW220'],
  repair: ({ file, source }) => {
    const { endsList } = file.read();
    const stopper = endsList && listStopperIn(valueAt(source, endsList));
    if (endsList === null || stopper === null) return { edits: [], notes: [] };
    const { value, as } = stopper;
    const part = as === 'text' ? textJson(value, true) : partJson(value, true);
    return { edits: [shifted(replaceValue(value, as === 'parts' ? `[${part}]` : part), endsList.at)], notes: [] };
  },
};

/** The type of a record without one, from its message; null if that does not tell. */
function typeAt(value: Value): string | null {
  const role = textAt(member(value, 'message', 'last'), 'role');
  if (partsIn(value).some((part) => member(part, 'functionResponse') !== null)) return 'tool_result';
  return role === 'model' ? 'assistant' : role;
}

const copiesPass: QwenPass = passForCopies('QW212', ({ file }) => inFile(file.read()));
const orderPass: QwenPass = passForOrder('QW209', ({ file }) => inFile(file.read()));

/** Links each record without its parent in the file to the record before it; a torn parent shows which that is. */
const linksPass: QwenPass = {
  codes: ['QW201'],
  repair: (session) => {
    const { orphans, faults, closing, ...read } = session.file.read();
    const all = inFile(read);
    const mended = orphans.filter((each) => each !== all[0] || closing.has(each.uuid));
    const parents = parentsFor(mended, all, faults);
    const edits = mended.flatMap((each) => setMembers(session.source, each, { parentUuid: parents.get(each) ?? null }));
    return {
      edits,
      notes: [`${countOf(mended.length, 'record')} now ${mended.length === 1 ? 'goes' : 'go'} on from the one before`],
    };
  },
};

/** Links are mended while torn records, which are removed later, still name their parents. */
const PASSES: readonly QwenPass[] = [
  utf16Pass,
  nulPass,
  strayPass,
  splitPass,
  utf8Pass,
  firstPass,
  lackingPass,
  copiesPass,
  orderPass,
  linksPass,
  // A new link may lead to a parent that is written later.
  orderPass,
  rolesPass,
  listPass,
  stoppersPass,
  emptyPass,
  tornPass,
  endPass,
  folderPass,
];

export function healQwen(document: QwenDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  return healSessions<SessionFile>(document, ask, {
    passes: PASSES,
    findings: (file) => fileFindings(file, document),
    open: openSession,
    counts: qwenCounts,
    sent: ({ read }) => (read().isResumable ? sentIn(read().chain).filter(({ isSaid }) => isSaid) : []),
    renaming: ['QW301', 'QW302'],
    nameOf: ({ read }) => {
      const name = `${read().ids[0]}.jsonl`;
      return isSessionName(name) ? name : null;
    },
  });
}
