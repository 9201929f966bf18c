import { quotedWord } from '../model/shell-word.ts';
import type { Options } from './options.ts';

/** The command line up to the verb that looks at the same stores again, quoted for a shell. */
export function rerun({
  root,
  usual,
  kind,
  project,
}: Pick<Options, 'root' | 'usual' | 'project'> & { readonly kind?: string | undefined }): string {
  const words = [
    ...(root === usual ? [] : root).flatMap((path) => ['--root', path]),
    ...(kind === undefined ? [] : ['--kind', kind]),
    ...project.flatMap((name) => ['--project', name]),
  ];
  return ['convo', ...words.map(quotedWord)].join(' ');
}
