import type { KindName } from '../model/kinds.ts';
import { claudeInfo } from './claude/info.ts';
import { codexInfo } from './codex/info.ts';
import { copilotInfo } from './copilot/info.ts';
import { fnordInfo } from './fnord/info.ts';
import { geminiInfo } from './gemini/info.ts';
import type { Kind, KindInfo } from './kind.ts';
import { piInfo } from './pi/info.ts';
import { qwenInfo } from './qwen/info.ts';
import { raoInfo } from './rao/info.ts';
import { tenexInfo } from './tenex/info.ts';

/** Every kind: facts to find its stores, and a loader for its code. */
const REGISTRY: Readonly<Record<KindName, { readonly info: KindInfo; readonly load: () => Promise<Kind> }>> = {
  fnord: { info: fnordInfo, load: async () => (await import('./fnord/index.ts')).fnord },
  tenex: { info: tenexInfo, load: async () => (await import('./tenex/index.ts')).tenex },
  rao: { info: raoInfo, load: async () => (await import('./rao/index.ts')).rao },
  claude: { info: claudeInfo, load: async () => (await import('./claude/index.ts')).claude },
  codex: { info: codexInfo, load: async () => (await import('./codex/index.ts')).codex },
  gemini: { info: geminiInfo, load: async () => (await import('./gemini/index.ts')).gemini },
  qwen: { info: qwenInfo, load: async () => (await import('./qwen/index.ts')).qwen },
  copilot: { info: copilotInfo, load: async () => (await import('./copilot/index.ts')).copilot },
  pi: { info: piInfo, load: async () => (await import('./pi/index.ts')).pi },
};

/** A kind's code is loaded when its first scope is opened. */
export const KINDS: readonly Kind[] = Object.values(REGISTRY).map(({ info, load }) => ({
  ...info,
  begin: async (scope, changes) => (await load()).begin(scope, changes),
  verbs: async () => (await load()).verbs(),
}));
