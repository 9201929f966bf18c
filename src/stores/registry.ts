import type { KindName } from '../model/kinds.ts';
import { claudeInfo } from './claude/info.ts';
import { codexInfo } from './codex/info.ts';
import { fnordInfo } from './fnord/info.ts';
import { geminiInfo } from './gemini/info.ts';
import type { Kind, KindInfo, WholeKind } from './kind.ts';
import { raoInfo } from './rao/info.ts';
import { tenexInfo } from './tenex/info.ts';

/** A kind of store: what finds its stores, and how all its code is loaded. */
interface Registered {
  readonly info: KindInfo;
  readonly load: () => Promise<WholeKind>;
  /** Without what changes its stores. */
  readonly loadToRead?: () => Promise<Kind>;
}

/** Every kind of store there is; whatever lists kinds is made from this and from `model/kinds.ts`. */
export const REGISTRY: Readonly<Record<KindName, Registered>> = {
  fnord: {
    info: fnordInfo,
    load: async () => (await import('./fnord/index.ts')).fnord,
    loadToRead: async () => (await import('./fnord/to-read.ts')).fnordToRead,
  },
  tenex: { info: tenexInfo, load: async () => (await import('./tenex/index.ts')).tenex },
  rao: { info: raoInfo, load: async () => (await import('./rao/index.ts')).rao },
  claude: { info: claudeInfo, load: async () => (await import('./claude/index.ts')).claude },
  codex: { info: codexInfo, load: async () => (await import('./codex/index.ts')).codex },
  gemini: { info: geminiInfo, load: async () => (await import('./gemini/index.ts')).gemini },
};

/** All of them with all their code. */
export function wholeKinds(): Promise<WholeKind[]> {
  return Promise.all(Object.values(REGISTRY).map(({ load }) => load()));
}
