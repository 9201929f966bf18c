import { fnord } from './fnord/index.ts';
import type { Kind } from './kind.ts';
import { rao } from './rao/index.ts';
import { tenex } from './tenex/index.ts';

/** Every kind of store there is. */
export const KINDS: readonly Kind[] = [fnord, tenex, rao];
