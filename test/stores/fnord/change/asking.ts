import { applyEdits } from '../../../../src/codecs/edit.ts';
import { sentenceText } from '../../../../src/model/command.ts';
import type { Step } from '../../../../src/model/plan.ts';
import type { Ask } from '../../../../src/stores/decision.ts';
import type { Asked, Outcome } from '../../asked.ts';

export { type AnyAsk, ask } from '../../ask.ts';

export type Changed = Extract<Outcome, { state: 'changed' }>;

/** The outcome, which must be a change. */
export function changed(outcome: Outcome): Changed {
  if (outcome.state !== 'changed')
    throw new Error(`${outcome.state}: ${'reason' in outcome ? sentenceText(outcome.reason ?? '') : ''}`);
  return outcome;
}

/** What the one put of a change makes of a file. */
export function made(bytes: Uint8Array, outcome: Outcome): Buffer {
  const puts = changed(outcome).change.steps.filter((step): step is Extract<Step, { do: 'put' }> => step.do === 'put');
  const [put] = puts;
  if (put === undefined || puts.length !== 1 || put.content.from === 'bytes') throw new Error('not one put of edits');
  return Buffer.from(applyEdits(bytes, put.content.edits));
}

/** A document changed and read again, as text; its outcome where it is not changed. */
export function textAfter(text: string | Uint8Array, open: (bytes: Uint8Array) => Asked, options: Ask): string {
  const bytes = Buffer.from(text);
  const outcome = open(bytes).change(options);
  return outcome.state === 'changed'
    ? made(bytes, outcome).toString()
    : `${outcome.state}: ${'reason' in outcome ? sentenceText(outcome.reason ?? '') : ''}`;
}
