/** The files below a conversations folder, by path. */
export type Files = Map<string, Buffer>;

/** One way in which a store comes to harm; `pick` chooses among so many. Answers the path that is to be told of, null where it cannot be done. */
export type Harm = (files: Files, pick: (count: number) => number) => string | null;

// biome-ignore lint/suspicious/noExplicitAny: documents of any shape, taken apart and put together
type Json = any;

const INDEX = 'metadata.json';
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Conversations with events, whatever else has been done to them. */
function whole(files: Files): string[] {
  const named = [...files.keys()].filter((path) => /^(archive\/)?[0-9a-f]{64}\.json$/.test(path));
  return named.filter((path) => parse(files, path)?.history?.length > 0);
}

/** The same conversation in the other place. */
function twin(path: string): string {
  return path.startsWith('archive/') ? path.slice('archive/'.length) : `archive/${path}`;
}

function parse(files: Files, path: string): Json {
  return parsed(files.get(path)?.toString());
}

function parsed(source: unknown): Json {
  try {
    return JSON.parse(String(source));
  } catch {
    return null;
  }
}

/** Harm to the bytes of one conversation. */
function bytes(change: (of: Buffer, pick: (count: number) => number) => Buffer): Harm {
  return (files, pick) => {
    const paths = whole(files);
    const path = paths[pick(paths.length)];
    if (path === undefined) return null;
    files.set(path, change(files.get(path) ?? Buffer.alloc(0), pick));
    return path;
  };
}

/** Harm to the text of one conversation. */
function text(change: (of: string) => string): Harm {
  return bytes((of) => Buffer.from(change(of.toString('latin1')), 'latin1'));
}

/** Harm to the document of one conversation. */
function members(change: (document: Json) => Json): Harm {
  return bytes((of) => {
    const document = JSON.parse(of.toString());
    return Buffer.from(JSON.stringify(change(document) ?? document, null, 2));
  });
}

/** Harm to one event, a list of eight. */
function event(change: (event: Json[]) => unknown): Harm {
  return bytes((of, pick) => {
    const document = JSON.parse(of.toString());
    const at = pick(document.history.length);
    const list = parsed(document.history[at]);
    if (!Array.isArray(list) || list.length !== 8) return of.subarray(0, -1);
    const made = change(list);
    document.history[at] = typeof made === 'string' ? made : JSON.stringify(made);
    return Buffer.from(JSON.stringify(document, null, 2));
  });
}

/** Harm to the entries of the index. */
function entries(change: (list: Json[], pick: (count: number) => number, files: Files) => Json[] | null): Harm {
  return (files, pick) => {
    const index = parse(files, INDEX);
    if (!Array.isArray(index?.conversations) || index.conversations.length === 0) return null;
    const list = change(index.conversations, pick, files);
    if (list === null) return null;
    files.set(INDEX, Buffer.from(JSON.stringify({ ...index, conversations: list }, null, 2)));
    return INDEX;
  };
}

/** Harm to the entry of a conversation that lies in one place. */
function entry(change: (entry: Json, archived: boolean) => Json): Harm {
  return entries((list, pick, files) => {
    const at = pick(list.length);
    const id = list[at]?.id;
    const archived = files.has(`archive/${id}.json`);
    return typeof id === 'string' && archived !== files.has(`${id}.json`)
      ? list.with(at, change(list[at], archived))
      : null;
  });
}

/** Harm to the index as a whole. */
function index(change: (of: Buffer, pick: (count: number) => number) => Buffer): Harm {
  return (files, pick) => {
    const of = files.get(INDEX);
    if (of === undefined) return null;
    files.set(INDEX, change(of, pick));
    return INDEX;
  };
}

const optional = ['agentStates', 'phaseStartedAt', 'phaseTransitions', 'orchestratorTurns', 'executionTime'];
const needed = ['id', 'title', 'phase', 'history', 'metadata'];

function anyOf(...harms: readonly Harm[]): Harm {
  return (files, pick) => harms[pick(harms.length)]?.(files, pick) ?? null;
}

/** Every hazard of docs/formats/tenex.md that can be done to files, by name. */
export const HARMS: Readonly<Record<string, Harm>> = {
  torn: bytes((of, pick) => of.subarray(0, pick(of.length - 1))),
  marked: bytes((of) => Buffer.concat([MARK, of])),
  'padded with NUL': bytes((of) => Buffer.concat([of, Buffer.alloc(7)])),
  'with an older tail': bytes((of, pick) => Buffer.concat([of, of.subarray(of.length - 1 - pick(of.length - 2))])),
  'of another root': members((document) => [document]),
  'without a member': anyOf(...needed.map((key) => members((all) => ({ ...all, [key]: undefined })))),
  'with a null': anyOf(...optional.map((key) => members((all) => ({ ...all, [key]: null })))),
  'in review': members((all) => ({ ...all, phase: 'review' })),
  'in a phase of its own': members((all) => ({ ...all, phase: 'security audit' })),
  'of another id': members((all) => ({ ...all, id: 'another' })),
  'of June 2025': members((all) => ({ ...all, history: [{ id: 'x', kind: 11, content: 'hi' }] })),
  'of 2026': members(() => ({ messages: [], metadata: { title: 'later' } })),
  'with a key twice': text((of) => of.replace('"title": ', '"title": "older", "title": ')),
  'with the id spelled otherwise': text((of) => of.replace('"id": ', '"\\u0069d": "older", "id": ')),
  'with an endless number': text((of) => of.replace('"metadata": {', '"metadata": { "n": 1e999,')),
  'with a long number': text((of) => of.replace('"metadata": {', '"metadata": { "n": 9007199254740993,')),
  'with a broken byte': text((of) => of.replace('"title": "', '"title": "\xff')),
  'with unknown keys': members((all) => ({ ...all, constructor: { deep: [1] } })),
  'read beyond its end': members((all) => ({ ...all, agentStates: { x: { lastProcessedMessageIndex: 99 } } })),
  'event cut': event((list) => JSON.stringify(list).slice(0, 40)),
  'event null': event(() => 'null'),
  'event empty': anyOf(...['{}', '[]', '5', 'true', '"text"'].map((source) => event(() => source))),
  'event of another id': event((list) => list.with(7, 'f'.repeat(64))),
  'event changed': event((list) => list.with(5, `${list[5]}!`)),
  'event in capitals': event((list) => list.with(7, String(list[7]).toUpperCase())),
  'event with a short signature': event((list) => list.with(6, String(list[6]).slice(1))),
  'event at a text': event((list) => list.with(2, String(list[2]))),
  'event with other tags': event((list) => list.with(4, null)),
  'event of ten': event((list) => [...list, 1, 2]),
  'event twice': members((all) => ({ ...all, history: [...all.history, all.history[0]] })),
  'gone, its entry not': (files, pick) => {
    const paths = whole(files).filter((path) => !files.has(twin(path)) && !files.has(`${path}.tmp`));
    const path = paths[pick(paths.length)];
    if (path === undefined) return null;
    files.delete(path);
    return INDEX;
  },
  'in both places': (files, pick) => {
    const paths = whole(files).filter((path) => !path.includes('/') && !files.has(twin(path)));
    const path = paths[pick(paths.length)];
    if (path === undefined) return null;
    files.set(twin(path), files.get(path) ?? Buffer.alloc(0));
    return twin(path);
  },
  'copied by hand': (files, pick) => {
    const paths = whole(files);
    const path = paths[pick(paths.length)];
    if (path === undefined) return null;
    const copy = path.replace('.json', ' (copy).json');
    files.set(copy, files.get(path) ?? Buffer.alloc(0));
    return copy;
  },
  'left half-written': (files, pick) => {
    const paths = whole(files);
    const path = `${paths[pick(paths.length)] ?? 'gone.json'}.tmp`;
    files.set(path, Buffer.from('{"id": '));
    return path;
  },
  'not in the index': (files, pick) => {
    const list: Json[] = parse(files, INDEX)?.conversations ?? [];
    const paths = whole(files).filter((path) => list.some((each) => path.endsWith(`${each?.id}.json`)));
    const path = paths[pick(paths.length)];
    if (path === undefined) return null;
    const conversations = list.filter((each) => !path.endsWith(`${each?.id}.json`));
    files.set(INDEX, Buffer.from(JSON.stringify({ conversations }, null, 2)));
    return path;
  },
  'with an entry too many': entries((list, pick) => list.toSpliced(pick(list.length), 0, { ...list[0], id: 'nobody' })),
  'with an entry twice': entries((list) => [...list, { ...list[0], title: 'other' }]),
  'with an entry that leads out': entries((list) => [...list, { ...list[0], id: '../../out' }]),
  'with an entry that is none': entries((list, pick) => list.toSpliced(pick(list.length), 0, null)),
  'with a wrong flag': entry((one, archived) => ({ ...one, archived: !archived })),
  'with no flag': entry(({ archived: _, ...one }) => one),
  'with a null for a flag': entry((one) => ({ ...one, archived: null })),
  'with a time that is a text': entry((one) => ({ ...one, createdAt: String(one.createdAt) })),
  'with no phase': entry(({ phase: _, ...one }) => one),
  'with an entry without an id': entry(({ id: _, ...one }) => one),
  'with a key of its own': entry((one) => ({ ...one, star: true })),
  'with an endless time': index((of) =>
    Buffer.from(of.toString().replace(/"updatedAt": [\d.]+/, '"updatedAt": 1e999')),
  ),
  'index torn': index((of, pick) => of.subarray(0, pick(of.length - 1))),
  'index marked': index((of) => Buffer.concat([MARK, of])),
  'index with an older tail': index((of) => Buffer.concat([of, Buffer.from('\n  ]\n}')])),
  'index of another root': index(() => Buffer.from('[]')),
  'index gone': (files) => (files.delete(INDEX) ? INDEX : null),
};
