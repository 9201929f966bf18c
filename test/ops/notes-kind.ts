import type { View } from '../../src/model/conversation.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Part } from '../../src/model/part.ts';
import { unchanged } from '../../src/stores/decision.ts';
import type { CandidatePath, DecidingScope, Document, Kind, Layout, Scope, Site, Unit } from '../../src/stores/kind.ts';
import { place } from '../io/support/notes-place.ts';

/**
 * A made-up kind for tests: a home is named `notes` or holds `settings`; `test/io/support/notes-place.ts` says what lies where.
 * A note that holds `bad` has a finding there; an index names ids, a line each; a scope's findings count its notes.
 */
export function notesKind({ name = 'fnord', ...layout }: Partial<Pick<Kind, 'name'> & Layout> = {}): Kind {
  return {
    name,
    formats: ['n0'],
    targets: ['n0'],
    layout: {
      homes: ({ home }) => (home === null ? [] : [[`${home}/notes`]]),
      recognise,
      place: (_, path, type) => place(path, type),
      ...layout,
    },
    writes: 'over',
    skips: (_, role, head) => !['note', 'old'].includes(role) || Buffer.from(head).toString().startsWith('done'),
    begin: async (scope) => beginNotes(scope),
    verbs: async () => ({}),
  };
}

function recognise({ path, type, names, above }: CandidatePath): Site | null {
  const at = { kind: 'fnord', shape: 'home', scope: null, file: null } as const;
  if (type === 'folder') return names.includes('settings') || path.endsWith('/notes') ? { ...at, root: path } : null;
  const home = above.find((folder) => folder.names.includes('settings'));
  if (home === undefined || !path.endsWith('.note')) return null;
  const file = path.slice(home.path.length + 1);
  return { ...at, root: home.path, scope: file.split('/')[0] ?? null, file };
}

/** A session of that kind. */
export function beginNotes(scope: Scope): DecidingScope {
  const opened: string[] = [];
  const index = scope.shared.find(({ role }) => role === 'index');
  const named = text(index)
    .split('\n')
    .filter((line) => line !== '');
  return {
    open: documentOf,
    addFacts(id: string) {
      opened.push(id);
    },
    absent: () => named.filter((id) => !opened.includes(id)),
    *findings() {
      yield finding(
        'FN407',
        null,
        `holds ${opened.length} of ${scope.shared.map(({ role }) => role).join('+')}`,
        scope.name,
      );
      for (const id of named)
        if (text(index).includes('bad')) yield { ...finding('FN302', id, 'is bad', index?.path ?? ''), offset: 0 };
    },
    decide: ({ id }) => ({ id, outcome: unchanged() }),
    takenAlong: () => [],
    close: () => unchanged(),
  };
}

function documentOf({ id, parts }: Unit): Document {
  const notes = parts.filter(({ role }) => role !== 'lock');
  return {
    id,
    conversations: notes.map((part) => viewOf(id, part)),
    findings: () =>
      notes.flatMap((part) => {
        const offset = text(part).indexOf('bad');
        return offset < 0 ? [] : { ...finding('FN001', id, 'is bad', part.path), offset };
      }),
    transcript: () => ({ messages: [], metadata: none, memory: none, tasks: none }),
    facts: () => id,
  };
}

const none = { source: 'null' };

function viewOf(id: string, { path, role, size, bytes }: Part): View {
  const unknown = { timestamp: null, createdAt: null, updatedAt: null, messages: null };
  const state = role === 'old' ? 'archived' : 'active';
  return { ...unknown, id, path, format: 'n0', state, readable: bytes !== null, title: null, bytes: size };
}

function finding(code: Finding['code'], id: string | null, detail: string, path: string): Finding {
  return { code, id, path, at: null, offset: null, detail };
}

function text(part: Part | undefined): string {
  return Buffer.from(part?.bytes ?? []).toString();
}

/** A kind whose program has a mistake: it fails on the conversation of this id, or on all, in one of the things it is asked. */
export function failingKind<K extends Kind>(
  kind: K,
  at: 'open' | 'facts' | 'findings' | 'decide' | 'transcript',
  of?: string,
): K {
  const fail = (): never => {
    throw new TypeError('the lamp is not a function');
  };
  const begin: Kind['begin'] = async (scope, changes) => {
    const session = await kind.begin(scope, changes);
    const isMeant = ({ id }: { readonly id: string }) => of === undefined || id === of;
    if (at === 'decide')
      return { ...session, decide: (each, ...asked) => (isMeant(each) ? fail() : session.decide(each, ...asked)) };
    const open: DecidingScope['open'] = (unit) => {
      if (!isMeant(unit)) return session.open(unit);
      return at === 'open' ? fail() : Object.assign(session.open(unit), { [at]: fail });
    };
    return { ...session, open };
  };
  return { ...kind, begin };
}
