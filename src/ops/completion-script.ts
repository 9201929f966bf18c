import { packageFile } from '../io/package-files.ts';

/** Shells that have a script in `completions/`. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionScript(shell: (typeof SHELLS)[number]): string {
  return packageFile(`completions/convo.${shell}`);
}
