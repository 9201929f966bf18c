import { quotedWord } from '../model/shell-word.ts';
import type { Options } from './options.ts';

type Where = Pick<Options, 'root' | 'usual' | 'project'> & { readonly kind?: string | undefined };

/** The command line up to the verb that looks at the same stores again, quoted for a shell. */
export function rerun(where: Where): string {
  return ['convo', ...rerunWords(where).map(quotedWord)].join(' ');
}

/** The words of that between `convo` and the verb, unquoted. */
export function rerunWords({ root, usual, kind, project }: Where): string[] {
  return [
    ...(root === usual ? [] : root).flatMap((path) => ['--root', path]),
    ...(kind === undefined ? [] : ['--kind', kind]),
    ...project.flatMap((name) => ['--project', name]),
  ];
}
