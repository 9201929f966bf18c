import { replaceValue } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { textOf, type Value } from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/findings.ts';
import { short } from '../../checks/some.ts';
import { isPhase, PHASES, phaseSites } from '../../decode/phases.ts';
import type { Hints, TenexPass, TenexRepair } from './pass.ts';

/** Writes phases that TENEX knows in lower case, as it does itself. */
export const phaseCase: TenexPass = ({ body }) =>
  renamed('TX102', body, (text) => (isPhase(text) ? text.toLowerCase() : null));

/** Gives `review` the name that it has had since July 2025, or the one that a person says. */
export const phaseReview: TenexPass = ({ body }, hints) =>
  renamed('TX103', body, (text) => (isReview(text) ? (mapped(text, hints) ?? 'verification') : null));

/** Gives phases that TENEX does not know the ones that a person named for them. */
export const phaseNames: TenexPass = ({ body }, hints) => {
  const unknown = (body === null ? [] : phaseSites(body)).map(textOf).filter((text) => !isPhase(text));
  const nameless = unknown.find((text) => mapped(text, hints) === null);
  if (nameless !== undefined) return { codes: ['TX104'], reason: nameIt(nameless) };
  return renamed('TX104', body, (text) => (isPhase(text) ? null : mapped(text, hints)));
};

/** True for the phase that is `verification` now. */
export function isReview(text: string): boolean {
  return text.toLowerCase() === 'review';
}

/** Edits on every phase that `name` has another one for. */
export function renamed(code: Code, body: Value | null, name: (text: string) => string | null): TenexRepair | null {
  if (body === null) return null;
  const counts = new Map<string, number>();
  const edits = phaseSites(body).flatMap((site) => {
    const text = textOf(site);
    const next = name(text);
    if (next === null || next === text) return [];
    const words = `${JSON.stringify(text)} becomes ${next}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
    return [replaceValue(site, quote(next))];
  });
  const notes = [...counts].map(([words, count]) => `the phase ${words}${count === 1 ? '' : ` in ${count} places`}`);
  return edits.length === 0 ? null : { codes: [code], edits, notes };
}

/** What a person wants a phase to become. */
export function mapped(text: string, { mapPhase }: Pick<Hints, 'mapPhase'>): string | null {
  const name = mapPhase.get(text.toLowerCase())?.toLowerCase() ?? null;
  return name !== null && isPhase(name) ? name : null;
}

function nameIt(text: string): string {
  const option = JSON.stringify(`${text.toLowerCase()}=NAME`);
  return `has the phase ${JSON.stringify(short(text))}, which TENEX does not know: say what it is to be with --map-phase ${option} (${PHASES.join(', ')})`;
}
