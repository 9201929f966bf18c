import type { PlacedFinding } from '../../model/finding.ts';
import { findingJson, type JsonObject } from '../json-text.ts';

/** Held findings, and one representative for the rest of each code. */
export function findingsJson(findings: readonly PlacedFinding[]): JsonObject {
  const held = findings.filter(({ count }) => count === undefined);
  return {
    findings: held.map(findingJson),
    ...truncatedJson(findings.filter(({ count }) => count !== undefined)),
  };
}

/** As `truncated`; empty for none. */
export function truncatedJson(counted: readonly PlacedFinding[]): JsonObject {
  return counted.length === 0 ? {} : { truncated: counted.map(findingJson) };
}
