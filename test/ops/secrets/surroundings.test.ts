import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { redactedArguments } from '../../../src/ops/secrets/redacted.ts';
import { learnLines, redactedLines } from '../../../src/ops/secrets/redacted-lines.ts';
import { redactorWith } from '../../../src/ops/secrets/redactor.ts';
import { secretRules } from '../../../src/ops/secrets/rules.ts';
import { oneIn, runs } from '../../support/sampling.ts';
import { sampleOf } from './sampled.ts';

const find = await secretFinder();
/** Pieces, so that no scanner takes this for a leak. */
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'].join(
  '.',
);
/** A sample with `-_` is read as emphasis too. */
const EMPHASIS = /(?<!\w)_|_(?!\w)/;
const SAMPLES: readonly (readonly [id: string, text: string])[] = [
  ...(await secretRules())
    .map((rule) => [rule.id, sampleOf(rule, find)] as const)
    .filter(([, text]) => !EMPHASIS.test(text)),
  ['in the environment', 'DB_PASS'.concat('=abcDEF123456')],
  ['in a file', 'SECRET'.concat('=hunter2hunter2')],
  ['of a program', 'export PGPASSWORD'.concat('=pgsecret77')],
  ['in YAML', 'password'.concat(': n3trcPass1')],
  ['in hexadecimal digits', 'TOKEN'.concat(': 0a1b2c3d4e5f60718293a4b5c6d7e8f9')],
  ['behind a word', `Use token: ${jwt}`],
  ['behind Bearer', `Bearer ${jwt}`],
  ['in a header', `Authorization: Bearer ${jwt}`],
];

const BEFORE = ['', 'It is\n\n', 'Set ', '$ ', 'x\t', 'A=1\r\n', '{"n": 1}\n'];
/** What no secret goes on with. */
const BEHIND = [
  ...['\nThe next line', '\n\nThe next paragraph explains it all.', '\r\nnext', '\tThe cell', '\nNODE_ENV=production'],
  ...[
    '\nDB_HOST=localhost\nDB_NAME=shop\n',
    '\n\n\nnotes',
    '" then',
    '\n\ttab',
    '\\\nnext',
    '\n\u001b[1mtitle\u001b[0m',
    '',
  ],
];

function asSecret(text: string): string {
  return text.replace(/\[secret \d+: [^\]]*\]/g, '[secret]');
}

/** A text as the value of a member of JSON, which is one itself, and so on. */
function nested(text: string, depth: number): string {
  return depth === 0 ? text : JSON.stringify({ said: nested(text, depth - 1) });
}

function bare(text: string, depth: number): string {
  return depth === 0 ? text : bare(JSON.parse(text).said, depth - 1);
}

function shownAs(text: string): string {
  const redact = redactorWith(find);
  learnLines(fileOf(text), redact);
  redact.learner(text);
  return redact(text);
}

function fileOf(text: string): Parameters<typeof learnLines>[0] {
  const line = JSON.stringify({ type: 'user', message: { content: [{ type: 'text', text }] } });
  return { path: 'a.jsonl', source: bytesSource(Buffer.from(`${line}\n`)) };
}

/** The ways to a reader: as a message, as a line of a file, as an argument of a call. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  'in a message': shownAs,
  'in a line of a file': (text) => {
    const file = fileOf(text);
    const pieces = Array.from(redactedLines(file, redactorWith(find)), (piece) => Buffer.from(piece).toString());
    return JSON.parse(pieces.join('')).message.content[0].text;
  },
  'in an argument': (text) => {
    const redact = redactorWith(find);
    const source = JSON.stringify({ command: text, description: 'run it' });
    redactedArguments(source, redact.learner);
    return JSON.parse(redactedArguments(source, redact)).command;
  },
};

test.each(Object.entries(WAYS))('%s, nothing but a secret is taken away', (_, way) => {
  const [ids, texts] = [SAMPLES.map(([id]) => id), new Map(SAMPLES)];
  fc.assert(
    fc.property(
      fc.constantFrom(...ids),
      fc.constantFrom(...BEFORE),
      fc.constantFrom(...BEHIND),
      fc.nat(2),
      (id, before, behind, depth) => {
        const text = `${before}${texts.get(id)}`;
        const left = asSecret(bare(way(nested(text + behind, depth)), depth));
        expect(left).toBe(asSecret(shownAs(text)) + behind);
      },
    ),
    runs(9000),
  );
});

const NAME = 'DB_'.concat('PASS');
const KEY = 'SECRET_'.concat('KEY');

test.each([
  // An escape that a program reads ends a value; one that is written so belongs to it.
  [
    `printf '${NAME}=abcDEF123456\\nDB_HOST=localhost\\n' > .env`,
    `printf '${NAME}=[secret]\\nDB_HOST=localhost\\n' > .env`,
  ],
  [`echo -e "${NAME}=abcDEF123456\\tx"`, `echo -e "${NAME}=[secret]\\tx"`],
  [`x = "${NAME}=abcDEF123456\\n\\nThe next"`, `x = "${NAME}=[secret]\\n\\nThe next"`],
  [`${NAME}=abcDEF\\n123456 x`, `${NAME}=[secret] x`],
  [`${NAME}=abcDEF\\t123456\n${NAME.toLowerCase()}`, `${NAME}=[secret]\n${NAME.toLowerCase()}`],
  [`${NAME}="abcDEF\\n123456"\nx`, `${NAME}="[secret]"\nx`],
  [`${NAME}='abcDEF\\\\123456'\nx`, `${NAME}='[secret]'\nx`],
  [`it's in ${NAME}=abcDEF\\n123456 x`, `it's in ${NAME}=[secret] x`],
  [`curl -u ada:abcDEF123456 \\\n  https://h.example.org`, `curl -u [secret] \\\n  https://h.example.org`],
  // Behind an escaped backslash is the escape of the line end.
  ['db.example.org:5432:app:ada:'.concat('abcDEF123456\\\nnext'), 'db.example.org:5432:app:ada:[secret]\\\nnext'],
  [
    'https://h.example.org/magic/'.concat('qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xCqW8eR2tY\\\nnext'),
    'https://h.example.org/magic/[secret]\\\nnext',
  ],
  [`${KEY} = "qW8eR2tY6uI0oP4aS9dF3gH7jK1lZ5xC"\nx`, `${KEY} = "[secret]"\nx`],
  [`${KEY} = "[secret 2: assigned-secret]"\nx`, `${KEY} = "[secret]"\nx`],
  [`${NAME}=abcDEF123456 in the file`, `${NAME}=[secret] in the file`],
  [`<li>${NAME}=abcDEF123456</li><li>next</li>`, `<li>${NAME}=[secret]</li><li>next</li>`],
  [`**${NAME}=abcDEF123456**next`, `**${NAME}=[secret]**next`],
  // Split by a line that goes on, it is one still.
  [`export ${NAME}=abcDEF12\\\n3456xYz\nx`, `export ${NAME}=[secret]\nx`],
])('%j', (text, left) => {
  for (const [name, way] of Object.entries(WAYS))
    for (const depth of oneIn(3, [0, 1, 2], text.length + name.length))
      expect(asSecret(bare(way(nested(text, depth)), depth)), `${name}, ${depth}`).toBe(left);
});
