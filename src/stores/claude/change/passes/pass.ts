import { resolve } from '../../../../codecs/json/pointer.ts';
import type { Value } from '../../../../codecs/json/value.ts';
import type { Source } from '../../../../codecs/lines/source.ts';
import type { Code, Finding } from '../../../../model/finding.ts';
import type { RangePass } from '../../../engine/change/passes.ts';
import type { SessionFile } from '../../session-file.ts';

export interface HealingSession {
  readonly file: SessionFile;
  readonly source: Source;
}

export interface HealContext extends HealingSession {
  readonly targets: readonly Finding[];
}

export type ClaudePass = RangePass<HealingSession, Finding>;

export function lineNumberOf({ at }: Pick<Finding, 'at'>): number {
  return Number(at?.split('/')[1] ?? Number.NaN);
}

export function valueOfFinding(record: Value, { at }: Pick<Finding, 'at'>): Value | null {
  return resolve(record, (at ?? '').replace(/^\/[^/]*/, ''), 'last');
}

export function targetsOf({ targets }: HealContext, code: Code): readonly Finding[] {
  return targets.filter((finding) => finding.code === code);
}
