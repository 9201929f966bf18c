import { Failure } from '../../model/failure.ts';

/** Refuses to replace a redacted file by a clear one. */
export function refuseClear({ name, isRedacted }: { readonly name: string; readonly isRedacted: boolean }): void {
  if (!isRedacted) return;
  const hint = 'Give --redact again, name another folder, or --force.';
  throw new Failure('refused', `${name} is redacted, and what would replace it is not`, hint);
}
