import { claudeFace } from './claude/face.ts';
import { fnordFace } from './fnord/face.ts';
import type { Kind } from './kind.ts';
import { raoFace } from './rao/face.ts';
import { tenexFace } from './tenex/face.ts';

/**
 * Every kind of store, to be read: the code that judges a store is loaded when the first of its scopes is opened, so that no
 * command waits for the code of kinds that it does not meet.
 */
export const ON_DEMAND: readonly Kind[] = [
  { ...fnordFace, begin: async (scope) => (await import('./fnord/index.ts')).fnord.begin(scope) },
  { ...tenexFace, begin: async (scope) => (await import('./tenex/index.ts')).tenex.begin(scope) },
  { ...raoFace, begin: async (scope) => (await import('./rao/index.ts')).rao.begin(scope) },
  { ...claudeFace, begin: async (scope) => (await import('./claude/index.ts')).claude.begin(scope) },
];
