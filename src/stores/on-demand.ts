import { face as claude } from './claude/face.ts';
import { face as fnord } from './fnord/face.ts';
import type { Kind } from './kind.ts';
import { face as rao } from './rao/face.ts';
import { face as tenex } from './tenex/face.ts';

/**
 * Every kind of store, to be read: the code that judges a store is loaded when the first of its scopes is opened, so that no
 * command waits for the code of kinds that it does not meet.
 */
export const ON_DEMAND: readonly Kind[] = [
  { ...fnord, begin: async (scope) => (await import('./fnord/index.ts')).fnord.begin(scope) },
  { ...tenex, begin: async (scope) => (await import('./tenex/index.ts')).tenex.begin(scope) },
  { ...rao, begin: async (scope) => (await import('./rao/index.ts')).rao.begin(scope) },
  { ...claude, begin: async (scope) => (await import('./claude/index.ts')).claude.begin(scope) },
];
