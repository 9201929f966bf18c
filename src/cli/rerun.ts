import { quotedWord } from '../model/command.ts';
import type { Options } from './options.ts';

type Where = Pick<Options, 'root' | 'usual' | 'project'> & { readonly kind?: string | undefined };

/** Quoted command line up to the verb, for the same stores. */
export function rerun(where: Where): string {
  return ['convo', ...rerunWords(where).map(quotedWord)].join(' ');
}

/** Unquoted words between `convo` and the verb. */
export function rerunWords({ root, usual, kind, project }: Where): string[] {
  return [
    ...(root === usual ? [] : root).flatMap((path) => ['--root', path]),
    ...(kind === undefined ? [] : ['--kind', kind]),
    ...project.flatMap((name) => ['--project', name]),
  ];
}
