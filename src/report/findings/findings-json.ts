import type { PlacedFinding } from '../../model/finding.ts';
import { findingJson, type JsonObject } from '../json-text.ts';

/** Findings as the JSON contract has them: those that are held, and apart from them one for all others of each code. */
export function findingsJson(findings: readonly PlacedFinding[]): JsonObject {
  const held = findings.filter(({ count }) => count === undefined);
  return {
    findings: held.map(findingJson),
    ...truncatedJson(findings.filter(({ count }) => count !== undefined)),
  };
}

/** The findings that represent others, as `truncated`; nothing where there is none. */
export function truncatedJson(counted: readonly PlacedFinding[]): JsonObject {
  return counted.length === 0 ? {} : { truncated: counted.map(findingJson) };
}
