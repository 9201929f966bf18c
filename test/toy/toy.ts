import type { Edit } from '../../src/codecs/edit.ts';
import { changeMembers } from '../../src/codecs/json/edits.ts';
import { scan } from '../../src/codecs/json/scan.ts';
import { elements, isArray, member, root, textOf, type Value } from '../../src/codecs/json/value.ts';
import { NO_COUNTS } from '../../src/model/change-report.ts';
import type { Counts, KindName, Message, View } from '../../src/model/conversation.ts';
import type { Code } from '../../src/model/findings.ts';
import { isRefusal, piece, refused, unchanged } from '../../src/stores/decided.ts';
import { defineKind } from '../../src/stores/define-kind.ts';
import { grammarFault } from '../../src/stores/engine/faults/document.ts';
import { bracketOf, cutOf } from '../../src/stores/engine/faults/torn.ts';
import { isWanted, onCodes, type Pass, type PassHints, runFilePasses } from '../../src/stores/engine/passes.ts';
import { deleteShelved, inTheWay, type Shelves, shelve } from '../../src/stores/engine/shelving.ts';
import { withEdits } from '../../src/stores/engine/steps.ts';
import { atByte, type FileFinding, placed } from '../../src/stores/file-finding.ts';
import type { Ask, AskFor, Document, NotChanged, Part, Place, Unit, UnitChange } from '../../src/stores/kind.ts';

// Types know the kinds of the table alone.
const TOY = 'toy' as KindName;
const [TORN, UNTITLED] = ['TY001', 'TY002'] as unknown as readonly [Code, Code];

/** A kind for tests: `chats` holds a document a conversation, `chats/archive` those that were archived. */
export const toy = defineKind({
  name: TOY,
  formats: ['toy'],
  targets: ['toy'],
  reasons: async () => ({}),
  layout: {
    homes: ({ home }) => (home === null ? [] : [[`${home}/.toy`]]),
    recognise: ({ path, names }) =>
      names.includes('chats') ? { kind: TOY, root: path, shape: 'home', scope: null, file: null } : null,
    place: (_, path) => placeToy(path),
  },
  writes: 'over',
  remarks: () => [],
  skips: () => false,
  begin: () => ({ open: openToy, addFacts: () => {}, absent: () => [], findings: () => [] }),
  verbs: async () => ({
    decide: ({ id, unit }, ask) => ({ id, outcome: decideToy(unit, ask) }),
    close: () => unchanged(),
  }),
});

const ARCHIVE = 'chats/archive';

function placeToy(path: string): Place {
  if (path === 'chats' || path === ARCHIVE) return { type: 'folder' };
  const [, archive, id] = /^chats\/(archive\/)?([^/]+)\.json$/.exec(path) ?? [];
  if (id === undefined) return { type: 'foreign' };
  return { type: 'part', scope: '', id, role: archive === undefined ? 'active' : 'archived', load: 'whole' };
}

interface ToyDocument extends Document<null> {
  readonly unit: Unit;
}

/** One file, decoded. */
interface ToyFile {
  readonly bytes: Uint8Array;
  readonly body: Value | null;
  readonly found: readonly FileFinding[];
}

function readToy(bytes: Uint8Array): ToyFile {
  const tape = scan(bytes);
  const body = root(tape);
  if (tape.fault !== null) {
    const { offset, detail } = grammarFault(tape, tape.fault, { torn: 0, tail: 0, nuls: 0, grammar: 0 });
    return { bytes, body, found: [atByte(TORN, offset, detail)] };
  }
  const isTitled = body !== null && member(body, 'title') !== null;
  return { bytes, body, found: isTitled ? [] : [atByte(UNTITLED, 0, 'has no title')] };
}

function openToy(unit: Unit): ToyDocument {
  const files = unit.parts.map((part) => ({ part, file: readToy(part.bytes ?? new Uint8Array()) }));
  return {
    id: unit.id,
    unit,
    conversations: files.map(({ part, file }) => viewOf(unit.id, part, file)),
    facts: () => null,
    findings: () => files.flatMap(({ part, file }) => [...placed(unit.id, part.path, file.found)]),
    transcript: (path) => {
      const { file } = files.find(({ part }) => part.path === path) ?? {};
      const nothing = { source: '{}' };
      return { messages: file === undefined ? [] : said(file), metadata: nothing, memory: nothing, tasks: nothing };
    },
  };
}

function viewOf(id: string, { path, role, size }: Part, file: ToyFile): View {
  const readable = file.found.every(({ code }) => code !== TORN);
  const title = file.body === null ? null : member(file.body, 'title');
  return {
    ...{ id, path, readable, bytes: size, format: 'toy', timestamp: null, createdAt: null, updatedAt: null },
    state: role === 'archived' ? 'archived' : 'active',
    title: (title !== null && textOf(title)) || null,
    messages: readable ? said(file).length : null,
  };
}

function said({ body }: ToyFile): Message[] {
  const list = body === null ? null : member(body, 'messages');
  return (isArray(list) ? elements(list) : []).map((text, index) => {
    return { index, at: `/messages/${index}`, role: 'user', type: 'text', text: textOf(text), hidden: false };
  });
}

function decideToy(unit: Unit, ask: Ask): UnitChange | NotChanged {
  const at = (role: string) => unit.parts.find((part) => part.role === role) ?? null;
  const [active, archived] = [at('active'), at('archived')];
  const one = active ?? archived;
  if (one?.bytes == null) return refused({ codes: [], reason: 'cannot be read' });
  const before = countsOf(readToy(one.bytes));
  const shelves: Shelves<Part> = {
    ...{ active, archived, whole: (part) => part, companions: () => [], inTheWay: (_, part) => inTheWay([], part) },
    place: (side) => `${side === 'active' ? 'chats' : ARCHIVE}/${unit.id}.json`,
    missing: unchanged(),
  };
  if (ask.verb === 'heal') return healToy(one, one.bytes, ask, before);
  if (ask.verb === 'archive' || ask.verb === 'restore')
    return shelve(shelves, ask.verb, ({ path }, steps) => piece({ path, steps, before, after: before }));
  if (ask.verb === 'delete')
    return deleteShelved(shelves, ({ path }, steps, notes) => piece({ path, steps, notes, before, after: NO_COUNTS }));
  if (ask.verb !== 'fork') return refused({ codes: [], reason: `has no ${ask.verb}` });
  const [newId, { path, digest }] = [ask.newId(), one];
  const content = { from: 'copy', path, was: digest(), edits: [] } as const;
  const after = { ...before, conversations: 2, messages: 2 * before.messages, bytes: 2 * before.bytes };
  const steps = [{ do: 'put', path: `chats/${newId}.json`, was: 'absent', content }] as const;
  return piece({ path, steps, before, after, newId });
}

function countsOf(file: ToyFile): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: said(file).length, bytes: file.bytes.length };
}

type ToyPass = Pass<ToyFile, FileFinding, PassHints<FileFinding>, readonly Edit[]>;

const whole: ToyPass = onCodes([TORN], ({ body, bytes }) => {
  if (body === null) return 'holds no document';
  const { at, section } = cutOf(body, ({ value }) => isArray(value));
  const insert = Buffer.from(section === null ? '}' : `${bracketOf(section.value)}}`);
  return { edits: [{ at, remove: bytes.length - at, insert }], notes: [`leaves out what is from byte ${at} on`] };
});

const title: ToyPass = onCodes([UNTITLED], ({ body }) => {
  if (body === null) return 'holds no document';
  return { edits: changeMembers(body, { first: [{ key: 'title', json: '""' }] }), notes: [] };
});

function healToy(
  part: Part,
  bytes: Uint8Array,
  { only, lossy }: AskFor<'heal'>,
  before: Counts,
): UnitChange | NotChanged {
  const hints = { only, lossy, say: ({ detail }: FileFinding) => detail };
  const reader = { open: readToy, findings: ({ found }: ToyFile) => found.filter(({ code }) => isWanted(code, hints)) };
  const passed = runFilePasses(
    { bytes, doc: readToy(bytes) },
    reader,
    [whole, title],
    hints,
    ({ draft, doc, ...of }) => {
      return { ...of, edits: draft.edits, after: countsOf(doc) };
    },
  );
  if (isRefusal(passed)) return refused(passed);
  const { edits, ...of } = passed;
  return edits.length === 0 ? unchanged() : piece({ path: part.path, steps: [withEdits(part, edits)], before, ...of });
}
