/** One hostile version of a plan: its lines, what was done to it, and the exit code that it must have; null for any refusal. */
export interface Mutation {
  readonly what: string;
  readonly lines: readonly string[];
  readonly exit: 2 | 4 | null;
}

// biome-ignore lint/suspicious/noExplicitAny: a plan that is taken apart without knowing its shape
type Tree = any;

/** What no plan may name. */
const FORBIDDEN = [
  '',
  '/etc/passwd',
  '../victim',
  '../../victim',
  'conversations/../../victim',
  'a//b',
  './a',
  'a/.',
  '..',
  '.convo/lock',
  '.CONVO/runs/x',
  'conversations/.convo/x',
  'nul\0',
  '\ud800',
  'linked/victim',
];

/** What lies in stores or could, and is none of a plan's business. */
const FOREIGN = [
  'bin/run.sh',
  '.bashrc',
  '.ssh/id',
  'settings.json',
  'victim',
  'conversations',
  'conversations/stray.txt',
  'projects/lantern/notes.md',
  'projects/lantern/conversations/notes.txt',
  'conversations/conversation_1/sub/x',
  'memory/x.json',
  '.git/hooks/pre-commit',
];

const PATH_KEYS: ReadonlySet<string> = new Set(['path', 'from', 'to']);
const HASH = 'ab'.repeat(32);

/** Every hostile version of a plan that differs from it in one place. */
export function* mutationsOf(lines: readonly string[], home: string): Generator<Mutation> {
  yield* headerMutations(lines, home);
  // A folder that is yet to be made has no link in it.
  const isNew = JSON.parse(lines[0] ?? '').newRoot === true;
  yield* endMutations(lines);
  for (let n = 1; n < lines.length - 1; n++) {
    const change: Tree = JSON.parse(lines[n] ?? '');
    for (const { what, value, exit } of changeMutations(change, isNew))
      yield { what: `line ${n + 1}: ${what}`, lines: lines.with(n, JSON.stringify(value)), exit };
    yield { what: `line ${n + 1} twice`, lines: lines.toSpliced(n, 0, lines[n] ?? ''), exit: null };
    yield { what: `line ${n + 1} cut`, lines: lines.with(n, (lines[n] ?? '').slice(0, -9)), exit: 2 };
  }
}

function* endMutations(lines: readonly string[]): Generator<Mutation> {
  const last = lines.length - 1;
  for (let n = 1; n <= last; n++) yield { what: `nothing from line ${n + 1} on`, lines: lines.slice(0, n), exit: 2 };
  yield { what: 'the end cut', lines: lines.with(last, (lines[last] ?? '').slice(0, -1)), exit: 2 };
  for (const end of ['{"end":-1}', '{"end":"x"}', '{"end":1,"more":1}', '{"end":1'])
    yield { what: end, lines: lines.with(last, end), exit: 2 };
  yield { what: 'the end twice', lines: [...lines, lines[last] ?? ''], exit: null };
  yield { what: 'the end first', lines: lines.toSpliced(1, 0, lines[last] ?? '').slice(0, -1), exit: 2 };
  for (const end of [0, 1, 1e9])
    yield { what: `end ${end}`, lines: lines.with(last, JSON.stringify({ end })), exit: null };
}

function* headerMutations(lines: readonly string[], home: string): Generator<Mutation> {
  const header: Tree = JSON.parse(lines[0] ?? '');
  const as = (more: Tree, what: string, exit: Mutation['exit']): Mutation => ({
    what,
    lines: lines.with(0, JSON.stringify({ ...header, ...more })),
    exit,
  });
  for (const root of [home, '/', '/etc', `${home}/outside`, `${home}/linked-store`, `${home}/none`])
    if (header.newRoot !== true || root !== `${home}/none`) yield as({ root }, `root ${root}`, 4);
  for (const root of ['', 'relative', '/nul\0', 7]) yield as({ root }, `root ${root}`, 2);
  for (const kind of ['fnord', 'tenex', 'rao']) if (kind !== header.kind) yield as({ kind }, `kind ${kind}`, 4);
  for (const more of [{ kind: 'x' }, { plan: 2 }, { extra: 1 }, { madeAt: 'x' }])
    yield as(more, JSON.stringify(more), 2);
  yield as({ command: 'apply' }, 'command apply', 4);
  const { request } = header;
  for (const [key, value] of requestsLike(home))
    yield as({ request: { ...request, [key]: value } }, `${key} ${JSON.stringify(value)}`, null);
  for (const [key, value] of FLAGS)
    yield as({ request: { ...request, flags: { ...request.flags, [key]: value } } }, `flag ${key}`, null);
  yield as({ request: undefined }, 'no request', 4);
  if (header.newRoot !== true) yield as({ newRoot: true }, 'a new root', 4);
  else yield as({ newRoot: undefined }, 'no new root', 4);
}

/** What a plan could claim that it was made for. */
function requestsLike(home: string): readonly (readonly [string, unknown])[] {
  return [
    ...[['ids', null] as const, ['ids', []] as const, ['ids', ['somebody']] as const],
    ...[['projects', ['another']] as const, ['scope', '..'] as const, ['scope', 'another'] as const],
    ...['victim', '../victim', '/etc/passwd', 'linked/victim', 'conversations'].map((file) => ['file', file] as const),
    ...[['until', 0] as const, ['force', true] as const, ['seed', 'x'] as const, ['seed', '../x'] as const],
    ...[home, '/etc', `${home}/outside`, `${home}/linked-store`, 'relative'].map((store) => ['store', store] as const),
  ];
}

const FLAGS = [
  ...[['only', ['ST001']] as const, ['lossy', true] as const, ['timestamp', 1] as const, ['to', 'v0'] as const],
  ...[
    ['mapPhase', [['chat', 'plan']]] as const,
    ['phase', 'chat'] as const,
    ['at', '1'] as const,
    ['as', '99'] as const,
  ],
  ...[
    ['dropApprovals', true] as const,
    ['independent', true] as const,
    ['carry', ['changes']] as const,
    ['title', '../x'] as const,
    ['tag', 'x'] as const,
  ],
  ['moved', { from: '/home', to: '/etc' }] as const,
] as const;

interface Changed {
  readonly what: string;
  readonly value: Tree;
  readonly exit: Mutation['exit'];
}

function* changeMutations(change: Tree, isNew: boolean): Generator<Changed> {
  for (const { at, key, text } of textsIn(change, [])) {
    const put = (value: unknown) => setAt(change, at, value);
    const where = at.join('.');
    if (PATH_KEYS.has(key) && typeof text === 'string' && !isRole(at)) {
      for (const path of FORBIDDEN)
        yield {
          what: `${where} = ${JSON.stringify(path)}`,
          value: put(path),
          exit: isNew && path === 'linked/victim' ? null : linkExit(at, path),
        };
      for (const path of FOREIGN) yield { what: `${where} = ${path}`, value: put(path), exit: null };
      yield { what: `${where} nearly`, value: put(`${text}x`), exit: null };
      yield { what: `${where} above`, value: put(text.slice(0, Math.max(1, text.lastIndexOf('/')))), exit: null };
    }
    if (key === 'was')
      for (const was of [HASH, 'absent', '', 7])
        if (was !== text) yield { what: `${where} = ${was}`, value: put(was), exit: null };
    if (key === 'staleAfter')
      for (const after of [0.001, 1e9, 0]) yield { what: `${where} = ${after}`, value: put(after), exit: null };
    if (key === 'do' || key === 'what' || key === 'kind' || key === 'keep')
      for (const word of ['put', 'plant', 'move', 'remove', 'file', 'folder', 'fnord', 'tenex', 'rao', 'link', 'copy'])
        if (word !== text) yield { what: `${where} = ${word}`, value: put(word), exit: null };
    if (key === 'at')
      for (const value of [-1, 2 ** 40, 0.5]) yield { what: `${where} = ${value}`, value: put(value), exit: null };
  }
  yield { what: 'no ids', value: { ...change, ids: [] }, exit: null };
  yield { what: 'another id', value: { ...change, ids: ['somebody'] }, exit: null };
  yield { what: 'another project', value: { ...change, project: 'another' }, exit: null };
  yield { what: 'a key more', value: { ...change, more: 1 }, exit: 2 };
  for (const [n, step] of change.steps.entries()) yield* stepMutations(change, n, step);
  for (const step of PLANTED)
    yield { what: `also ${JSON.stringify(step)}`, value: { ...change, steps: [...change.steps, step] }, exit: null };
  if (change.locks.length > 0) yield { what: 'no locks', value: { ...change, locks: [] }, exit: null };
}

function* stepMutations(change: Tree, n: number, step: Tree): Generator<Changed> {
  const as = (more: Tree) => ({ ...change, steps: change.steps.with(n, { ...step, ...more }) });
  yield { what: `step ${n} again`, value: { ...change, steps: [...change.steps, step] }, exit: 2 };
  if (step.do !== 'put') return;
  const garbage = Buffer.from('echo pwned\n').toString('base64');
  yield { what: `step ${n} writes bytes`, value: as({ content: { from: 'bytes', bytes: garbage } }), exit: null };
  yield {
    what: `step ${n} is edited to garbage`,
    value: as({ content: { from: 'edits', edits: [{ at: 0, remove: 1, insert: garbage }] } }),
    exit: null,
  };
}

/** Steps that no verb has. */
const PLANTED: readonly Tree[] = [
  { do: 'put', path: 'bin/run.sh', was: 'absent', content: { from: 'bytes', bytes: 'ZWNobwo=' } },
  { do: 'plant', path: 'planted', files: [{ path: 'x', content: { from: 'bytes', bytes: 'ZWNobwo=' } }] },
];

/** Not what a step does, but what the plan says of it. */
function isRole(at: readonly (string | number)[]): boolean {
  return at.includes('counts');
}

/** A path that only tells what a Change is about leads nowhere. */
function linkExit(at: readonly (string | number)[], path: string): Mutation['exit'] {
  const isTold = at[0] === 'path' || at[0] === 'items';
  const isInside = at.includes('files') && at.at(-1) === 'path' && !at.includes('content');
  return path === 'linked/victim' && (isTold || isInside) ? null : 2;
}

interface Leaf {
  readonly at: readonly (string | number)[];
  readonly key: string;
  readonly text: unknown;
}

function* textsIn(value: Tree, at: readonly (string | number)[]): Generator<Leaf> {
  if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value))
      yield* textsIn(each, [...at, Array.isArray(value) ? Number(key) : key]);
  else yield { at, key: String(at.at(-1)), text: value };
}

function setAt(tree: Tree, [key, ...rest]: readonly (string | number)[], value: unknown): Tree {
  if (key === undefined) return value;
  const made = setAt(tree[key], rest, value);
  return Array.isArray(tree) ? tree.with(Number(key), made) : { ...tree, [key]: made };
}
