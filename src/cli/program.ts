import { CommanderError, Help, Option, Command as Parser } from 'commander';
import { type Command, GLOBAL, VERSION } from './command.ts';
import { EXIT_LINE } from './exit.ts';
import type { Flag } from './flag.ts';
import { COMMANDS, GROUPS } from './registry.ts';
import { REDACT } from './values/redact.ts';

export interface Call {
  readonly name: string;
  readonly command: Command;
  readonly operands: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  readonly globals: Readonly<Record<string, unknown>>;
}

export interface HelpScreen {
  readonly width: number;
  /** True to show all flags beside all commands, instead of one screen. */
  readonly allFlags: boolean;
  out(text: string): void;
  error(text: string): void;
  chosen(name: string): void;
  help(page: string | undefined): void;
}

/**
 * Declares a command's flags once its name is read, so that only its code is loaded. Throws CommanderError for
 * `--help`, `--version` and misuse.
 */
export function program(screen: HelpScreen, call: (call: Call) => Promise<void>): Parser {
  const { width } = screen;
  const parser = new Parser('convo');
  parser
    .description('Verify, list, show, heal, migrate and undo AI-conversation stores without losing a byte.')
    .usage('[--root PATH]... [--kind KIND]... [--project NAME]... COMMAND')
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: screen.out,
      writeErr: screen.error,
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      minWidthToWrap: 1,
      formatItem,
      formatHelp: (sub, help) =>
        sub === parser && !screen.allFlags ? overview(width) : Help.prototype.formatHelp.call(help, sub, help),
      styleUsage: (usage) => paragraph(usage, width - 7).replaceAll('\n', `\n${' '.repeat(7)}`),
    })
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false);
  declareAll(parser);
  // Called again for a command: its help needs its loaded code.
  const help = parser
    .command('help')
    .argument('[COMMAND]')
    .action((page?: string) => screen.help(page));
  help.description('print the help of a command, of `flags` or of `exit-codes`');
  if (screen.allFlags)
    parser.addHelpText('after', () => `\n${[TIMES, EXIT_LINE].map((text) => paragraph(text, width)).join('\n')}`);
  return parser.hook('preSubcommand', async (_, sub) => {
    const name = sub.name();
    screen.chosen(name);
    const command = await COMMANDS[name]?.load();
    if (command === undefined) return;
    addFlagsAndHelp(sub, command);
    sub.addHelpText('after', () => `${examplesText(command, width)}\n${paragraph(COMMON_FLAGS_HINT, width)}`);
    sub.action(() => {
      const flags = { ...sub.opts(), ...flagsOfBoth(sub, command, parser.opts()) };
      return call({ name, command, operands: sub.args, flags, globals: parser.opts() });
    });
  });
}

function declareAll(parser: Parser): void {
  for (const each of Object.values(GLOBAL)) declare(parser, each);
  for (const each of Object.values(REDACT)) declare(parser, each, { isHidden: true });
  for (const [name, { about, alias }] of Object.entries(COMMANDS)) {
    const sub = parser.command(name).description(about);
    if (alias !== undefined) sub.alias(alias);
  }
}

/**
 * Flags that both `convo` and a command have, such as `--redact`: the parser accepts them anywhere. Throws CommanderError for a command
 * without them.
 */
function flagsOfBoth(sub: Parser, command: Command, globals: Call['globals']): Call['flags'] {
  const shared = Object.entries(REDACT).filter(([key]) => globals[key] !== undefined);
  for (const [key, { flags }] of shared)
    if (command.flags[key] === undefined)
      sub.error(`error: unknown option '${flags.split(' ')[0]}'`, { code: 'commander.unknownOption' });
  return Object.fromEntries(shared.map(([key]) => [key, globals[key]]));
}

function overview(width: number): string {
  const names = Object.keys(COMMANDS);
  const lines = GROUPS.flatMap((group) =>
    names
      .filter((name) => COMMANDS[name]?.group === group)
      .map((name, n) => commandRow(n === 0 ? group : '', name, width)),
  );
  const ends = [DEFAULT_COMMAND_HELP, EXIT_LINE].map((text) => paragraph(text, width));
  return `${[paragraph(USAGE, width), '', ...lines, '', ...ends].join('\n')}\n`;
}

function commandRow(group: string, name: string, width: number): string {
  if (width < GROUP + NAME) return group === '' ? `  ${name}` : `${group}\n  ${name}`;
  const lead = `${group.padEnd(GROUP)}${name.padEnd(NAME)}`;
  const columns = width - lead.length;
  const about = COMMANDS[name]?.about ?? '';
  return columns < MIN_DESCRIPTION_WIDTH
    ? lead.trimEnd()
    : lead + indented(paragraph(about, columns), lead.length).trimStart();
}

const GROUP = 8;
const NAME = 15;

const TIMES =
  'By a time: list, grep, find, stats, secrets, report, export and pack take --since, --until and --older-than, with the same values: 12h, 3d, 2w, 6mo, yesterday, 2026-01-31. The time of a conversation is when something was said in it last, whatever the time of its file.';
const USAGE =
  'convo [--root PATH] [--kind KIND] [--project NAME] COMMAND: read, repair and undo AI conversations without losing a byte.';
const DEFAULT_COMMAND_HELP =
  'Every command takes --json, --root, --kind, --project and others: `convo help flags`. `convo COMMAND --help` has examples. `convo` alone says what needs you, `convo --redact` without secrets in it.';

export function isComplaint(error: unknown): error is CommanderError {
  return error instanceof CommanderError;
}

function addFlagsAndHelp(sub: Parser, command: Command): void {
  if (command.about !== '') sub.description(`${sub.description()}\n\n${command.about}`);
  if (command.operands !== '') sub.arguments(command.operands);
  for (const each of Object.values(command.flags)) declare(sub, each);
}

/** A narrower description goes below its flag. */
const MIN_DESCRIPTION_WIDTH = 32;

/** Formats a line of help, as commander asks for it: the columns of the longest term, and its Help. */
function formatItem(term: string, column: number, about: string, { helpWidth = 80 }: Help): string {
  const columns = helpWidth - column - 4;
  if (columns < MIN_DESCRIPTION_WIDTH) return `  ${term}\n${indented(paragraph(about, helpWidth - 6), 6)}`;
  return `  ${term.padEnd(column)}  ${indented(paragraph(about, columns), column + 4).trimStart()}`;
}

function indented(text: string, by: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(by));
}

function examplesText({ examples }: Command, width: number): string {
  const lines = examples.map(([line, what]) => {
    const typed = paragraph(line, width - 4).replaceAll('\n', `\n${' '.repeat(4)}`);
    return `  ${typed}\n${indented(paragraph(what, width - 6), 6)}`;
  });
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}\n`;
}

const COMMON_FLAGS_HINT = 'Flags that every command takes, and exit codes: `convo help flags`.';

/** Repeated here, so that help loads no other module. */
function paragraph(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (lines[last] !== '' && `${lines[last]} ${word}`.length > width) lines.push(word);
    else lines[last] = `${lines[last]} ${word}`.trimStart();
  }
  return lines.join('\n');
}

function declare(parser: Parser, { flags, about, many }: Flag<unknown>, { isHidden = false } = {}): void {
  const option = new Option(flags, about).hideHelp(isHidden);
  if (many) option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
  parser.addOption(option);
}
