import type { Finding } from '../../model/finding.ts';
import type { Ledger } from './ledger.ts';
import type { Scrutiny } from './scrutiny.ts';

/** Refuses an item that would leave the store with these errors, which it does not have now; where it is forced, notes them. */
export function tellNewErrors(
  item: number,
  found: readonly Finding[],
  { force }: Pick<Scrutiny, 'force'>,
  ledger: Ledger,
): void {
  if (found.length === 0) return;
  const codes = [...new Set(found.map(({ code }) => code))];
  const errors = found.map(({ code, path, detail }) => `${code}: ${path} ${detail}`).join('; ');
  const what = `the store ${force ? 'gets' : 'would get'} ${found.length === 1 ? 'a new error' : 'new errors'}, ${errors}`;
  if (force) ledger.complete(item, { before: [], after: [], notes: [what] });
  else {
    ledger.amend(item, 'refused', `is left as it is, because ${what} (--force does it all the same)`, codes);
    ledger.markUnsafe();
  }
}
