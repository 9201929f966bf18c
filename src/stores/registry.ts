import type { KindName } from '../model/kinds.ts';
import { claudeFace } from './claude/face.ts';
import { codexFace } from './codex/face.ts';
import { fnordFace } from './fnord/face.ts';
import type { Face, Kind, WholeKind } from './kind.ts';
import { raoFace } from './rao/face.ts';
import { tenexFace } from './tenex/face.ts';

/** A kind of store: what finds its stores, and how all its code is loaded. */
interface Registered {
  readonly face: Face;
  readonly load: () => Promise<WholeKind>;
  /** Without what changes its stores; left out where the whole kind is loaded to read, too. */
  readonly loadToRead?: () => Promise<Kind>;
}

/** Every kind of store there is; whatever lists kinds is made from this and from `model/kinds.ts`. */
export const REGISTRY: Readonly<Record<KindName, Registered>> = {
  fnord: {
    face: fnordFace,
    load: async () => (await import('./fnord/index.ts')).fnord,
    loadToRead: async () => (await import('./fnord/to-read.ts')).fnordToRead,
  },
  tenex: { face: tenexFace, load: async () => (await import('./tenex/index.ts')).tenex },
  rao: { face: raoFace, load: async () => (await import('./rao/index.ts')).rao },
  claude: { face: claudeFace, load: async () => (await import('./claude/index.ts')).claude },
  codex: { face: codexFace, load: async () => (await import('./codex/index.ts')).codex },
};

/** All of them with all their code. */
export function wholeKinds(): Promise<WholeKind[]> {
  return Promise.all(Object.values(REGISTRY).map(({ load }) => load()));
}
