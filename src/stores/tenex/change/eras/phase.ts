import { insertMember, replaceValue } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { isString, textOf } from '../../../../codecs/json/value.ts';
import { phaseSites } from '../../decode/phase-sites.ts';
import { isPhase, PHASES } from '../../decode/phases.ts';
import { last } from '../../decode/sections.ts';
import type { Hints, TenexPass } from '../passes/pass.ts';
import { isReview, mapped, renamed } from '../passes/phases.ts';

/** Gives phases that came after the seven the one that a person names. */
export const freePhases: TenexPass = ({ body }, hints) => {
  const unknown = (body === null ? [] : phaseSites(body)).map(textOf).filter((text) => !isPhase(text));
  const nameless = unknown.find((text) => named(text, hints) === null);
  if (nameless !== undefined)
    return { codes: ['TX104'], reason: `has the phase ${JSON.stringify(nameless)}, ${askFor()}` };
  return renamed('TX104', body, (text) => (isPhase(text) ? null : named(text, hints)));
};

/** Gives a conversation of an era without phases the one that a person names. */
export const noPhase: TenexPass = ({ body }, { givenPhase }) => {
  const phase = body === null ? null : last(body, 'phase');
  if (body === null || isString(phase)) return null;
  if (givenPhase === null || !isPhase(givenPhase)) return { codes: ['TX105'], reason: `has no phase, ${askFor()}` };
  const json = quote(givenPhase);
  const edit = phase === null ? insertMember(body, 'phase', json) : replaceValue(phase, json);
  return { codes: ['TX105'], edits: [edit], notes: [`gets the phase ${givenPhase}`] };
};

function named(text: string, hints: Hints): string | null {
  return mapped(text, hints) ?? (isReview(text) ? 'verification' : hints.givenPhase);
}

function askFor(): string {
  return `and TENEX of August 2025 wants one of ${PHASES.join(', ')}: name it with --phase NAME`;
}
