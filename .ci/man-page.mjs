/** The manual page, made of what `--help` prints, as docs/cli.md is; `main` carries out a command line. */
export async function manPage(main) {
  const help = (...words) => answerOf(main, words);
  const version = (await help('--version')).trim();
  const whole = sectionsOf(await help('help', 'flags'));
  const names = whole.commands.map(({ term }) => term.split(/[ |]/)[0]).filter((name) => name !== 'help');
  const commands = await Promise.all(
    names.map(async (name) => commandPart(name, sectionsOf(await help(name, '--help')))),
  );
  const parts = [
    `.TH CONVO 1 "" "convostore ${version}" "User Commands"`,
    '.SH NAME',
    'convo \\- look after AI\\-conversation stores without losing a byte',
    '.SH SYNOPSIS',
    `.B convo\n${plain(whole.usage.replace(/^convo /, ''))}`,
    '.SH DESCRIPTION',
    plain(whole.text.join('\n\n')),
    '.SH COMMANDS',
    ...commands,
    '.SH GLOBAL FLAGS',
    ...whole.options.map(item),
    '.SH EXIT STATUS',
    '.EX',
    plain(await help('help', 'exit-codes')),
    '.EE',
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.map(([term, about]) => item({ term, about })),
    '.SH FILES',
    ...FILES.map(([term, about]) => item({ term, about })),
  ];
  return `${parts.join('\n')}\n`;
}

async function answerOf(main, words) {
  let text = '';
  const stream = (keep) => ({
    columns: 100,
    on: () => {},
    write: (chunk, done) => {
      if (keep) text += chunk;
      done();
    },
  });
  const exit = await main(words, { stdout: stream(true), stderr: stream(false), vars: {} });
  if (exit !== 0) throw new Error(`convo ${words.join(' ')} ended with ${exit}`);
  return text;
}

const ENVIRONMENT = [
  ['CONVO_PAGER, PAGER', 'the pager of show; less -FRX where neither is set'],
  [
    'FORCE_COLOR, NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM',
    'whether there is colour, in this order; --color overrides them',
  ],
  ['CLAUDE_CONFIG_DIR', "Claude Code's folder; ~/.claude where it is not set"],
  ['XDG_CONFIG_HOME', 'where the config file is; ~/.config where it is not set'],
  ['R_USER_DATA_DIR, XDG_DATA_HOME', "where Rao's data folder is; that of the platform where neither is set"],
  ['GITHUB_ACTIONS', 'where it is true, verify adds annotations; --no-annotations leaves them out'],
  ['GITHUB_STEP_SUMMARY', 'a report to this file is added to it'],
  ['GITHUB_WORKSPACE, CI_PROJECT_DIR', 'the checkout that reports name files from'],
];

const FILES = [
  ['~/.config/convostore/config.json', 'your own settings'],
  ['convostore.config.json, package.json', "a project's settings for verify"],
  ['<root>/.convo', 'the journal of what convo changed in a store, with the originals'],
];

function commandPart(name, { usage, text, options, examples }) {
  return [
    `.SS convo ${name}`,
    `.B ${plain(usage)}`,
    '.PP',
    plain(text.join('\n\n')).replaceAll('\n\n', '\n.PP\n'),
    ...options.filter(({ term }) => term !== '-h, --help').map(item),
    '.PP\nExamples:\n.EX',
    plain(examples.join('\n')),
    '.EE',
  ].join('\n');
}

function item({ term, about }) {
  return `.TP\n.B ${plain(term)}\n${plain(about)}`;
}

/** Text that troff takes as it is: no request at the beginning of a line, no escape. */
function plain(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('`', '')
    .replace(/^(?=[.'])/gm, '\\&');
}

/** The parts of a help, its wrapped lines joined again. */
function sectionsOf(help) {
  const found = { usage: '', text: [], options: [], commands: [], examples: [] };
  for (const block of help.trim().split('\n\n')) {
    const [first, ...rest] = block.split('\n');
    if (first.startsWith('Usage: ')) found.usage = first.slice('Usage: '.length);
    else if (first === 'Options:') found.options = itemsOf(rest);
    else if (first === 'Commands:') found.commands = itemsOf(rest);
    else if (first === 'Examples:') found.examples = rest;
    else if (!/^(?:Global flags|Exit codes):/.test(first)) found.text.push([first, ...rest].join(' '));
  }
  return found;
}

function itemsOf(lines) {
  const items = [];
  for (const line of lines) {
    const [, term, about = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (term === undefined) items.at(-1).about += ` ${line.trim()}`;
    else items.push({ term, about });
  }
  return items.map(({ term, about }) => ({ term, about: about.trim() }));
}
