import type { Wish } from './kind-plans.ts';

/** Sessions of a fixture, and what is asked of them. */
interface Asked {
  readonly kind: string;
  /** Two that are sound, and one in the archive. */
  readonly ids: readonly [string, string, string];
  /** The folder of both, and where it moved. */
  readonly moved: { readonly from: string; readonly to: string };
  /** The id of a fork. */
  readonly newId: string;
}

const GARDEN = '/srv/ada/garden';

/** The programs that keep a session in a file of lines, with a registry, marks or a small file beside it. */
const ASKED: readonly Asked[] = [
  {
    kind: 'gemini',
    ids: ['1a2b3c4d', '2b3c4d5e', '6f708192'],
    moved: { from: '/srv/ada/orchard', to: GARDEN },
    newId: 'f0f0f0f0-0000-4000-8000-000000000001',
  },
  {
    kind: 'qwen',
    ids: [
      '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
      '2b3c4d5e-6f70-4b8c-9d0e-1f2a3b4c5d6e',
      '4d5e6f70-8192-4dae-9f20-3b4c5d6e7f80',
    ],
    moved: { from: '/srv/ada/orchard', to: GARDEN },
    newId: 'f0f0f0f0-0000-4000-8000-000000000002',
  },
  {
    kind: 'copilot',
    ids: [
      '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
      '2b3c4d5e-6f70-4b8c-9d0e-1f2a3b4c5d6e',
      '4d5e6f70-8192-4dae-9f20-3b4c5d6e7f80',
    ],
    moved: { from: '/srv/ada/ferry', to: GARDEN },
    newId: 'f0f0f0f0-0000-4000-8000-000000000003',
  },
  {
    kind: 'pi',
    ids: [
      '019cec1a-7a05-7000-8000-000000000001',
      '019cec1a-7a05-7000-8000-000000000002',
      '019cec1a-7a05-7000-8000-000000000005',
    ],
    moved: { from: '/tmp', to: GARDEN },
    newId: 'f0f0f0f0-0000-4000-8000-000000000004',
  },
];

/** For each of them, every verb that changes something. */
const EVERY_VERB: readonly Wish[] = ASKED.flatMap(({ kind, ids: [one, two, archived], moved, newId }) =>
  (
    [
      { name: 'heal all', verb: 'heal', ids: null, more: { lossy: true } },
      { name: 'archive two', verb: 'archive', ids: [one, two] },
      { name: 'restore', verb: 'restore', ids: [archived] },
      {
        name: 'restore two of an earlier run',
        verb: 'restore',
        ids: [one, two],
        first: { verb: 'archive', ids: [one, two] },
      },
      { name: 'delete an active and an archived one', verb: 'delete', ids: [one, archived] },
      { name: 'fork', verb: 'fork', ids: [one], more: { newId: () => newId } },
      { name: 'rename', verb: 'rename', ids: [one], more: { title: 'Leaf mould' } },
      { name: 'rehome all', verb: 'rehome', ids: null, more: { moved } },
    ] as const satisfies readonly Omit<Wish, 'fixture'>[]
  ).map((wish) => ({ ...wish, name: `${kind}: ${wish.name}`, fixture: `${kind}/store` })),
);

const TWINS = 'gemini/GM303-several-files-are-of-one-session/before';

/** Verbs of Gemini CLI, Qwen Code, Copilot CLI and Pi, and Changes of them that touch two places. */
export const SESSION_WISHES: readonly Wish[] = [
  ...EVERY_VERB,
  { name: 'gemini: archive two files of one session', fixture: TWINS, verb: 'archive', ids: ['1a2b3c4d'] },
  {
    name: 'gemini: take a file without content away',
    fixture: 'gemini/GM009-a-file-without-content-takes-the-session/before',
    verb: 'heal',
    ids: null,
  },
  {
    name: 'qwen: call a session by its id',
    fixture: 'qwen/QW302-the-name-has-another-id-than-the/before',
    verb: 'heal',
    ids: null,
  },
  {
    name: 'copilot: heal workspace.yaml',
    fixture: 'copilot/CP301-workspace-yaml-cannot-be-read/before',
    verb: 'heal',
    ids: null,
    more: { lossy: true },
  },
  {
    name: 'copilot: put back what a recovery left out',
    fixture: 'copilot/CP306-whole-records-were-left-out/before',
    verb: 'heal',
    ids: null,
  },
];
