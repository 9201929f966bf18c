import { Failure } from '../../model/failure.ts';
import { nearestWords } from '../../model/nearest.ts';
import { completionScript, SHELLS } from '../../ops/package-texts.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit.ts';

export const completionCommand = command({
  operands: 'SHELL',
  about:
    'Prints a script for bash, zsh or fish that completes commands, flags, their values, finding codes, projects, and ids with ' +
    'their titles.',
  examples: [
    ['convo completion bash >> ~/.bashrc', 'bash'],
    ['convo completion zsh > ~/.zfunc/_convo', 'zsh: a folder of $fpath'],
    ['convo completion fish | source', 'fish: in its config.fish'],
  ],
  flags: {},
  run: async ({ out }, [word = '']) => {
    const shell = SHELLS.find((each) => each === word);
    if (shell === undefined) {
      const [near] = nearestWords(word, SHELLS);
      const hint = near === undefined ? 'There are bash, zsh and fish.' : `Did you mean ${near}?`;
      throw new Failure('usage', `there is no completion for ${word}`, hint);
    }
    await out.write(new TextEncoder().encode(completionScript(shell)));
    return EXIT.done;
  },
});
