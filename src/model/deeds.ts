import { type Code, ruleOf } from './finding.ts';
import { KIND_TABLE, type KindName } from './kinds.ts';
import type { Owner } from './rules/row.ts';

/** The consequence of a finding, and who brings it about; empty for none, and where the message says it. */
export function consequenceText(code: Code, owner: Owner, kind: KindName): string {
  const { named } = KIND_TABLE[kind];
  if (named === null) return DEEDS[owner](kind);
  const { does, by = named.program } = ruleOf(code);
  if (does === null || (does === undefined && owner !== 'refuses')) return '';
  return `${by} ${does ?? `cannot resume this ${named.conversation}`}`;
}

const DEEDS: Readonly<Record<Owner, (kind: KindName) => string>> = {
  reads: () => '',
  refuses: (kind) => `${kind} refuses it`,
  rewrites: (kind) => `${kind} will rewrite it`,
  overwrites: (kind) => `${kind} will overwrite it`,
  drops: (kind) => `${kind} will drop it`,
  crashes: (kind) => `makes a ${kind} command crash`,
};
