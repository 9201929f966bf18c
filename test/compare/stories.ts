import type { Build } from './build.ts';
import { lay, type Store } from './stores.ts';

/** Command lines that are called one after the other on a store; each story begins with the store as it was. */
type Story = readonly string[];

/** Ids of which a command line can be told by words alone. */
const PLAIN = /^[\w-]{1,80}$/;

/** Every verb on a store, with two of its conversations where it takes one. */
export async function storiesOf(build: Build, store: Store, folder: string): Promise<Story[]> {
  lay(store, folder);
  const aimed = (line: string): string => `${line} --root ${store.root} --kind ${store.kind}`;
  const { stdout } = await build.call(aimed('list --all --json'), folder);
  const ids = idsIn(stdout);
  const some = [...new Set([ids[0], ids.at(-1)])].flatMap((id) => (id === undefined ? [] : [id]));
  return [READING, ...CHANGING, ...some.flatMap(aboutOne)].map((story) => story.map(aimed));
}

function idsIn(stdout: string): string[] {
  try {
    const { conversations = [] }: { conversations?: readonly { readonly id: string }[] } = JSON.parse(stdout);
    return conversations.map(({ id }) => id).filter((id) => PLAIN.test(id));
  } catch {
    return [];
  }
}

const READING: Story = [
  'list --all',
  'list --all --hidden --json',
  'list --reverse --limit 2 --sort messages',
  'verify',
  'verify --json',
  'verify --report sarif',
  'stats --json',
  'seal',
  'runs',
  'export --to csv',
];

const CHANGING: readonly Story[] = [
  ['heal --dry-run'],
  ['heal --yes --json', 'verify --json', 'runs --json', 'runs show', 'undo --yes --json', 'redo --yes', 'undo --yes'],
  ['heal --lossy --dry-run'],
  ['heal --lossy --yes', 'heal --lossy --yes', 'list --json', 'undo --yes'],
  ['heal --lossy --force --yes', 'verify --json'],
  ['migrate --yes --lossy', 'verify', 'undo --yes'],
  ['archive --all --yes --json', 'list --archived --json', 'restore --all --yes --json', 'undo --yes', 'undo --yes'],
  ['delete --all --yes --json', 'list', 'runs', 'undo --yes --json'],
  ['heal --lossy --plan-out p.plan', 'apply p.plan --dry-run', 'apply p.plan --yes --json', 'undo --yes'],
  ['delete --all --plan-out p.plan', 'apply p.plan --yes', 'apply p.plan --yes', 'undo --yes'],
];

function aboutOne(id: string): Story[] {
  return [
    [
      `show ${id} --all`,
      `show ${id} --all --companions --json`,
      `show ${id} --markdown`,
      `show ${id} --raw`,
      `why ${id}`,
      `why ${id} --json`,
      `verify ${id}`,
    ],
    [`heal ${id} --yes`, 'verify --json', 'undo --yes'],
    [`fork ${id} --yes --json`, 'verify --json', 'undo --yes', 'redo --yes'],
    [`fork ${id} --at 1 --plan-out p.plan`, 'apply p.plan --yes --json', 'list --all', 'undo --yes'],
    [`archive ${id} --yes`, `restore ${id} --yes --json`],
    [`delete ${id} --yes`, 'verify --json', 'undo --yes', 'redo --yes'],
    [`rename ${id} Title --yes --json`, 'list --all', 'undo --yes'],
    [`tag ${id} word --yes --json`, 'undo --yes'],
  ];
}
