import { Failure } from '../../model/failure.ts';
import type { Code } from '../../model/finding.ts';
import { nearestWords } from '../../model/nearest.ts';
import { findingPage } from '../../ops/package-texts.ts';
import { codes, explainJson, explainPage, explainTable } from '../../report/explain.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit.ts';
import { codeNamed } from '../values/fail-on.ts';

export const explainCommand = command({
  operands: '[CODE]',
  about: 'Says what a finding means, what the program does with it, what is still sound, and the next command.',
  examples: [
    ['convo explain', 'all codes'],
    ['convo explain FN006', 'one of them'],
    ['convo explain --json', 'all pages, for programs'],
  ],
  flags: {},
  run: async ({ options, out, paint }, [word]) => {
    const code = word === undefined ? null : requireCode(word);
    if (options.json) await out.line(explainJson(code === null ? codes() : [code], findingPage));
    else
      for (const line of code === null
        ? explainTable(paint, out.width)
        : explainPage(code, findingPage(code), { paint, width: out.width }))
        await out.line(line);
    return EXIT.done;
  },
});

function requireCode(word: string): Code {
  const code = codeNamed(word);
  if (code !== null) return code;
  const near = nearestWords(word, codes());
  const hint = near.length === 0 ? '' : `Did you mean ${near.join(', ')}? `;
  throw new Failure('no-match', `there is no finding code ${word}`, `${hint}\`convo explain\` lists them all.`);
}
