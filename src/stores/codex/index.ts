import { refused, unchanged } from '../decided.ts';
import type { Scope, Session, WholeKind } from '../kind.ts';
import { once } from '../once.ts';
import { type CodexFacts, type CodexVerbs, openCodex } from './document.ts';
import { codexFace } from './face.ts';
import { byFolderAndName } from './read/listing.ts';
import { namesIn } from './read/names.ts';
import type { Inflate } from './rollout-file.ts';

/** Codex CLI, with all that judges and changes its stores. */
export const codex: WholeKind = {
  ...codexFace,
  begin: async (scope) => {
    const isPlain = scope.roles !== undefined && ![...scope.roles].some((role) => role.endsWith('-zst'));
    const inflate: Inflate = isPlain ? () => 'not-zstd' : (await import('./inflate.ts')).inflateZstd;
    return beginCodex(scope, inflate, {
      judge: () => [],
      decide: ({ id }, { verb }) => ({ id, outcome: later(verb) }),
    });
  },
};

function later(verb: string) {
  return refused({ codes: [], reason: `cannot be changed by ${verb}: this version only reads threads of Codex CLI` });
}

/** Opens a home. */
export function beginCodex(scope: Scope, inflate: Inflate, verbs: CodexVerbs): Session {
  const names = once(() => namesIn(scope.shared.find(({ role }) => role === 'index')?.bytes ?? new Uint8Array()));
  const opened = {
    ...scope,
    inflate,
    nameOf: (id: string) => names().get(id) ?? null,
    others: {
      pathsOf: (thread: string) => (scope.units?.get(thread) ?? []).map(({ path }) => path),
      sourceAt: (path: string) => scope.sourceAt?.(path) ?? null,
    },
  };
  return {
    open: (unit) => openCodex(opened, unit, verbs),
    note: (_facts: CodexFacts) => {},
    absent: () => [],
    findings: () => [],
    close: () => unchanged(),
    order: byFolderAndName,
  };
}
