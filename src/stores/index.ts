import { claude } from './claude/index.ts';
import { fnord } from './fnord/index.ts';
import type { WholeKind } from './kind.ts';
import { rao } from './rao/index.ts';
import { tenex } from './tenex/index.ts';

/** Every kind of store there is, with all its code. */
export const KINDS: readonly WholeKind[] = [fnord, tenex, rao, claude];
