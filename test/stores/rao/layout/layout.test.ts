import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CandidatePath } from '../../../../src/stores/kind.ts';
import { recogniseRao } from '../../../../src/stores/rao/layout/layout.ts';
import { KINDS } from '../../../kinds.ts';

/** Names by folder; what is not a key is a file. */
type Disk = Readonly<Record<string, readonly string[]>>;

const STORE: Disk = {
  '/u/rstudio-ai': ['conversation_names.csv', 'conversations'],
  '/u/rstudio-ai/conversations': ['archive', 'conversation_1', 'conversation_50'],
  '/u/rstudio-ai/conversations/archive': ['conversation_2', 'conversation_names.csv'],
  '/u/rstudio-ai/conversations/archive/conversation_2': ['conversation_log.json'],
  '/u/rstudio-ai/conversations/conversation_1': ['conversation_log.json', 'plots'],
  '/u/rstudio-ai/conversations/conversation_1/plots': ['plots_2.json'],
};

function given(disk: Disk, path: string): CandidatePath {
  const above: { path: string; names: readonly string[] }[] = [];
  for (let at = dirname(path); above.length < 4 && at !== dirname(at); at = dirname(at))
    above.push({ path: at, names: disk[at] ?? [] });
  const names = disk[path];
  const type = names === undefined ? 'file' : 'folder';
  return { path, type, names: names ?? [], head: new Uint8Array(), above };
}

function told(disk: Disk, path: string): string | null {
  const site = recogniseRao(given(disk, path));
  return site === null ? null : `${site.shape} ${site.root}${site.file === null ? '' : ` ${site.file}`}`;
}

describe('a base and what lies in it', () => {
  const base = 'base /u/rstudio-ai';

  test.each([
    ['', base],
    ['/conversation_names.csv', base],
    ['/conversations', base],
    ['/conversations/archive', base],
    ['/conversations/archive/conversation_names.csv', base],
    ['/conversations/conversation_1', `${base} conversations/conversation_1`],
    ['/conversations/conversation_1/conversation_log.json', `${base} conversations/conversation_1`],
    ['/conversations/conversation_1/plots', `${base} conversations/conversation_1`],
    ['/conversations/conversation_1/plots/plots_2.json', `${base} conversations/conversation_1`],
    ['/conversations/archive/conversation_2', `${base} conversations/archive/conversation_2`],
  ])('%s is of it', (path, expected) => expect(told(STORE, `/u/rstudio-ai${path}`)).toBe(expected));

  test('a file with the name of a conversation is none', () => {
    expect(told(STORE, '/u/rstudio-ai/conversations/conversation_50')).toBe(null);
  });
});

test('a base that lost its names is known by what the owners call it', () => {
  for (const path of ['/u/R/rstudio-ai', '/u/.rstudio/ai', '/u/ws/erdosAi', '/u/emptyWindowErdosAi'])
    expect(told({ [path]: ['conversations'] }, path)).toBe(`base ${path}`);
  expect(told({ '/u/project': ['conversations'] }, '/u/project')).toBe(null);
});

test('no other kind takes a base without names for its own, and Rao takes no project of fnord', () => {
  const base: Disk = { '/u/rstudio-ai': ['conversations'], '/u/rstudio-ai/conversations': [] };
  const project: Disk = {
    '/h/projects/rstudio-ai': ['conversations'],
    '/h/projects/rstudio-ai/conversations': ['a.json'],
  };
  const kindsOf = (disk: Disk, path: string) =>
    KINDS.flatMap((kind) => kind.layout.recognise(given(disk, path))?.kind ?? []);
  for (const path of Object.keys(base)) expect(kindsOf(base, path)).toEqual(['rao']);
  expect(kindsOf({ '/u/rstudio-ai': [] }, '/u/rstudio-ai')).toEqual(['rao']);
  expect(kindsOf(project, '/h/projects/rstudio-ai')).not.toContain('rao');
});

test('a base without a conversation is one all the same', () => {
  expect(told({ '/u/x': ['conversation_names.csv'] }, '/u/x')).toBe('base /u/x');
});

describe('folders of conversations outside a base', () => {
  const disk: Disk = {
    '/b/kept': ['archive', 'conversation_3', 'conversation_4'],
    '/b/kept/archive': ['conversation_9'],
    '/b/kept/conversation_3': ['conversation_log.json'],
    '/b/kept/conversation_4': [],
  };

  test.each([
    ['/b/kept', 'folder /b/kept'],
    ['/b/kept/archive', 'folder /b/kept'],
    ['/b/kept/conversation_3', 'folder /b/kept conversation_3'],
  ])('%s is known by its names', (path, expected) => expect(told(disk, path)).toBe(expected));

  test('an empty folder of such a name says nothing', () => expect(told(disk, '/b/kept/conversation_4')).toBe(null));
});

test('stores of the other kinds are not ours', () => {
  expect(told({ '/p/.tenex': ['conversations'] }, '/p/.tenex')).toBe(null);
  expect(told({ '/h/.fnord': ['projects', 'settings.json'] }, '/h/.fnord')).toBe(null);
  expect(told({ '/p/conversations': ['metadata.json', 'a.json'] }, '/p/conversations')).toBe(null);
});
