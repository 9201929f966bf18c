import { fnord } from './fnord/index.ts';
import type { Kind } from './kind.ts';

/** Every kind of store there is. */
export const KINDS: readonly Kind[] = [fnord];
