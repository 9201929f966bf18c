import type { Edit } from '../../src/codecs/edit.ts';
import { changeMembers } from '../../src/codecs/json/edits.ts';
import { scan } from '../../src/codecs/json/scan.ts';
import { elements, isArray, member, root, textOf, type Value } from '../../src/codecs/json/value.ts';
import { addCounts, NO_COUNTS } from '../../src/model/change-report.ts';
import { type Counts, type Message, NOTHING_BESIDE, type View } from '../../src/model/conversation.ts';
import type { Code } from '../../src/model/finding.ts';
import type { KindName } from '../../src/model/kinds.ts';
import type { Part, Place } from '../../src/model/part.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  refused,
  type UnitChange,
  unchanged,
  unitChange,
} from '../../src/stores/decision.ts';
import { defineKind } from '../../src/stores/define-kind.ts';
import { onCodes, type Pass, type PassOptions, runFilePasses } from '../../src/stores/engine/change/passes.ts';
import { type Shelves, shelfVerbs } from '../../src/stores/engine/change/shelving.ts';
import { copiedTo, withEdits } from '../../src/stores/engine/change/steps.ts';
import { decideBy } from '../../src/stores/engine/change/verbs.ts';
import { grammarFault } from '../../src/stores/engine/faults/document.ts';
import { bracketOf, truncationPoint } from '../../src/stores/engine/faults/torn.ts';
import { atByte, atFault, type FileFinding, placedFindings } from '../../src/stores/file-finding.ts';
import type { OpenDocument, Unit } from '../../src/stores/kind.ts';

// Types know the kinds of the table alone.
const TOY = 'toy' as KindName;
const [TORN, UNTITLED] = ['TY001', 'TY002'] as unknown as readonly [Code, Code];

/** A kind for tests: `chats` holds a document a conversation, `chats/archive` those that were archived. */
export const toy = defineKind({
  name: TOY,
  formats: ['toy'],
  targets: ['toy'],
  layout: {
    homes: ({ home }) => (home === null ? [] : [[`${home}/.toy`]]),
    recognise: ({ path, names }) =>
      names.includes('chats') ? { kind: TOY, root: path, shape: 'home', scope: null, file: null } : null,
    place: (_, path) => placeToy(path),
  },
  begin: () => ({ open: openToy }),
  judge: ({ id, chats }) => chats.flatMap(({ part, found }) => [...placedFindings(id, part.path, found)]),
  verbs: async () => ({ decide: decideBy({ heal: healToy, fork: forkToy, ...shelfVerbs(shelvesOf, countsOf) }) }),
});

const ARCHIVE = 'chats/archive';

function placeToy(path: string): Place {
  if (path === 'chats' || path === ARCHIVE) return { type: 'folder' };
  const [, archive, id] = /^chats\/(archive\/)?([^/]+)\.json$/.exec(path) ?? [];
  if (id === undefined) return { type: 'foreign' };
  return { type: 'part', scope: '', id, role: archive === undefined ? 'active' : 'archived', load: 'whole' };
}

interface ToyDocument extends OpenDocument<null> {
  readonly chats: readonly Chat[];
}

/** One file, decoded. */
interface ToyFile {
  readonly bytes: Uint8Array;
  readonly body: Value | null;
  readonly found: readonly FileFinding[];
}

interface Chat extends ToyFile {
  readonly part: Part;
}

function readToy(bytes: Uint8Array): ToyFile {
  const tape = scan(bytes);
  const body = root(tape);
  const names = { torn: TORN, tail: TORN, nuls: TORN, grammar: TORN };
  if (tape.fault !== null) return { bytes, body, found: [atFault(TORN, grammarFault(tape, tape.fault, names))] };
  const isTitled = body !== null && member(body, 'title') !== null;
  return { bytes, body, found: isTitled ? [] : [atByte(UNTITLED, 0, 'has no title')] };
}

function openToy({ id, parts }: Unit): ToyDocument {
  const chats = parts.map((part) => ({ part, ...readToy(part.bytes ?? new Uint8Array()) }));
  return {
    ...{ id, chats, conversations: chats.map((chat) => viewOf(id, chat)), facts: () => null },
    transcript: (at) => ({ ...NOTHING_BESIDE, messages: chats.filter(({ part }) => part.path === at).flatMap(said) }),
  };
}

function viewOf(id: string, chat: Chat): View {
  const { path, role, size } = chat.part;
  const readable = chat.found.every(({ code }) => code !== TORN);
  const title = chat.body === null ? null : member(chat.body, 'title');
  return {
    ...{ id, path, readable, bytes: size, format: 'toy', timestamp: null, createdAt: null, updatedAt: null },
    state: role === 'archived' ? 'archived' : 'active',
    title: (title !== null && textOf(title)) || null,
    messages: readable ? said(chat).length : null,
  };
}

function said({ body }: ToyFile): Message[] {
  const list = body === null ? null : member(body, 'messages');
  return (isArray(list) ? elements(list) : []).map((text, index) => {
    return { index, at: `/messages/${index}`, role: 'user', type: 'text', text: textOf(text), hidden: false };
  });
}

function countsOf(file: ToyFile): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: said(file).length, bytes: file.bytes.length };
}

function shelvesOf({ id, chats }: ToyDocument): Shelves<Chat> {
  const at = (side: string) => chats.find(({ part }) => part.role === side) ?? null;
  const place = (side: string) => `${side === 'active' ? 'chats' : ARCHIVE}/${id}.json`;
  return { active: at('active'), archived: at('archived'), whole: ({ part }) => part, place };
}

function forkToy({ chats: [chat] }: ToyDocument, ask: AskFor<'fork'>): UnitChange | NotChanged {
  if (chat === undefined) return unchanged();
  const [newId, before] = [ask.newId(), countsOf(chat)];
  const steps = [copiedTo(chat.part, `chats/${newId}.json`, [])];
  return unitChange({ path: chat.part.path, steps, before, after: addCounts(before, before), newId });
}

type ToyPass = Pass<ToyFile, FileFinding, PassOptions<FileFinding>, readonly Edit[]>;

const whole: ToyPass = onCodes([TORN], ({ body, bytes }) => {
  if (body === null) return 'holds no document';
  const { at, section } = truncationPoint(body, ({ value }) => isArray(value));
  const insert = Buffer.from(section === null ? '}' : `${bracketOf(section.value)}}`);
  return { edits: [{ at, remove: bytes.length - at, insert }], notes: [`leaves out what is from byte ${at} on`] };
});

const title: ToyPass = onCodes([UNTITLED], ({ body }) => {
  if (body === null) return 'holds no document';
  return { edits: changeMembers(body, { first: [{ key: 'title', json: '""' }] }), notes: [] };
});

function healToy({ chats: [chat] }: ToyDocument, ask: AskFor<'heal'>): UnitChange | NotChanged {
  if (chat === undefined) return unchanged();
  const { part, bytes } = chat;
  const reader = { open: readToy, findings: ({ found }: ToyFile) => found };
  const passed = runFilePasses({ bytes, doc: chat }, reader, [whole, title], ask, ({ draft, doc, codes, notes }) => {
    if (draft.edits.length === 0) return unchanged();
    const steps = [withEdits(part, draft.edits)];
    return unitChange({ path: part.path, steps, codes, notes, before: countsOf(chat), after: countsOf(doc) });
  });
  return isRefusal(passed) ? refused(passed) : passed;
}
