import { Command as Parser } from 'commander';
import type { Command } from './command.ts';
import { EXIT_HELP } from './exit.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { COMMANDS } from './registry.ts';
import { VERSION } from './version.ts';

/** A command line, parsed. */
export interface Call {
  readonly name: string;
  readonly command: Command;
  readonly operands: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  readonly globals: Readonly<Record<string, unknown>>;
}

/** Where the parser's own words go, and how wide they may be. */
export interface Words {
  readonly width: number;
  out(text: string): void;
  error(text: string): void;
  /** Told before the command's code is loaded. */
  chosen(name: string): void;
}

/**
 * The parser of the whole command line; `call` is what it leads to.
 * A command's flags are declared when its name has been read, so that only its own code is loaded.
 * Throws commander's CommanderError for `--help`, `--version` and every misuse.
 */
export function program(words: Words, call: (call: Call) => Promise<void>): Parser {
  const parser = new Parser('convo')
    .description('Verify, list, show, heal, migrate and undo AI-conversation stores without losing a byte.')
    .usage('[--root PATH]... [--kind KIND] [--project NAME]... COMMAND')
    .exitOverride()
    .configureOutput({
      writeOut: words.out,
      writeErr: words.error,
      outputError: () => {},
      getOutHelpWidth: () => words.width,
      getErrHelpWidth: () => words.width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true })
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [COMMAND]', 'print the help of a command')
    .addHelpText('afterAll', `\n${EXIT_HELP}`);
  for (const { flags, about, many } of Object.values(GLOBAL_FLAGS)) declare(parser, flags, about, many);
  for (const [name, { about }] of Object.entries(COMMANDS)) parser.command(name).description(about);
  return parser.hook('preSubcommand', async (_, sub) => {
    const name = sub.name();
    words.chosen(name);
    const command = await COMMANDS[name]?.load();
    if (command === undefined) return;
    equip(sub, command);
    sub.action(() => call({ name, command, operands: sub.args, flags: sub.opts(), globals: parser.opts() }));
  });
}

function equip(sub: Parser, command: Command): void {
  if (command.about !== '') sub.description(`${sub.description()}\n\n${command.about}`);
  if (command.operands !== '') sub.arguments(command.operands);
  for (const { flags, about, many } of Object.values(command.flags)) declare(sub, flags, about, many);
}

function declare(parser: Parser, flags: string, about: string, many: boolean): void {
  if (!many) {
    parser.option(flags, about);
    return;
  }
  parser.option(flags, about, (value: string, before: readonly string[] = []) => [...before, value]);
}
