import type { PlacedFinding } from '../../model/finding.ts';
import type { Outputs } from '../../ops/outputs.ts';
import type { ReadContext } from '../../ops/reading.ts';
import { sealDifferences } from '../../ops/seal/differences.ts';
import { quickCheck, readSeal } from '../../ops/seal/read-seal.ts';
import { baseLike, namesBelow, sealing } from '../../ops/seal/sealing.ts';
import type { VerifyAsk } from '../../ops/verify.ts';

export interface SealComparison {
  see: NonNullable<VerifyAsk['see']>;
  differences(): Iterable<PlacedFinding>;
}

/** `quick`: counts and sizes only. Throws Failure `usage` for another file. */
export function openSeal(reading: ReadContext, outputs: Outputs, file: string, quick: boolean): SealComparison {
  const { disk, sites } = reading;
  const was = readSeal(disk, outputs.reads(file));
  if (quick) return quickCheck(reading, was);
  const base = baseLike(disk, sites, was);
  const now = sealing(disk, namesBelow(base), was);
  return { see: now.see, differences: () => sealDifferences(reading, base, was, now) };
}
