/** An issue of zod in one phrase. */
export function issueText(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string {
  const at = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'does not fit';
  return at === '' ? what : `${at}: ${what}`;
}
