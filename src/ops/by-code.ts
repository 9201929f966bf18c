import { addToCount, addToFirst, type FirstOf } from '../model/collections.ts';
import { type Code, findingCount, type PlacedFinding } from '../model/finding.ts';
import type { CodeFindings } from '../model/stats.ts';

/** Counts findings by code; holds one of each. */
export class FindingsByCode {
  readonly #alone = new Map<Code, FirstOf<PlacedFinding>>();
  readonly #beside = new Map<Code, number>();

  add(finding: PlacedFinding): void {
    addToFirst(this.#alone, finding.code, finding, findingCount(finding));
    this.addBeside(finding);
  }

  /** Only what explains it or follows from it. */
  addBeside({ consequences = [] }: PlacedFinding): void {
    for (const each of consequences) addToCount(this.#beside, each.code, findingCount(each));
  }

  all(): CodeFindings[] {
    return Array.from(this.#alone, ([code, found]) => ({ ...found, beside: this.#beside.get(code) ?? 0 }));
  }
}
