import { contractJson } from '../report/json-text.ts';
import { GLOBAL } from './command.ts';
import { EXIT_HELP } from './exit.ts';
import type { Flags } from './flag.ts';
import { COMMANDS } from './registry.ts';

/** `only`: null for all commands. */
export async function helpJson(only: string | null): Promise<string> {
  const chosen = Object.entries(COMMANDS).filter(([name]) => only === null || name === only);
  const commands = await Promise.all(
    chosen.map(async ([name, { about, group, alias, load }]) => {
      const { about: details, operands, flags, examples } = await load();
      return {
        name,
        ...(alias === undefined ? {} : { alias }),
        group,
        about,
        details,
        operands,
        flags: flagsJson(flags),
        examples: examples.map(([line, meaning]) => ({ line, meaning })),
      };
    }),
  );
  const exits = EXIT_HELP.map(([code, meaning]) => ({ code, meaning }));
  return contractJson('help', { commands, flags: flagsJson(GLOBAL), exits });
}

function flagsJson(flags: Flags) {
  return Object.values(flags).map(({ flags: spelled, about, many }) => ({ flags: spelled, about, many }));
}
