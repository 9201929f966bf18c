import * as fc from 'fast-check';

/** JSON source text as writers of all sorts leave it: odd white space, escapes, long numbers, a key twice. */
export function source(maxDepth = 4): fc.Arbitrary<string> {
  const gap = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(' ', '\n  ', '\t', ' \r\n', '    '));
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth, depthSize: 'small' },
      fc.oneof(literal, number, text),
      list('[', fc.tuple(gap, tie('value'), gap).map(join), ']', gap),
      list('{', fc.tuple(gap, key, gap, fc.constant(':'), gap, tie('value'), gap).map(join), '}', gap),
    ),
  }));
  return fc.tuple(gap, value, gap).map(join);
}

const literal = fc.constantFrom('true', 'false', 'null');

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 });
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((each) => each.replace(/^0+(?=\d)/, '')),
    fc.oneof(
      fc.constant(''),
      digits.map((each) => `.${each}`),
    ),
    fc.constantFrom('', '', 'e0', 'E+2', 'e-400', 'e400'),
  )
  .map(join);

const unit = fc.oneof(
  fc.constantFrom(...'abc ]}[{,:#!~', '\u007f', 'é', 'ß', '語', '\u2028', '😀', '\uFFFD', '\uFEFF'),
  fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\u00e9', '\\uD83D\\ude00'),
);
const text = fc.string({ unit, maxLength: 30 }).map((each) => `"${each}"`);
const key = fc.oneof(text, fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '""', '"a/b~c"', '"é"', '"0"'));

function list(begin: string, item: fc.Arbitrary<string>, end: string, gap: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const items = fc.array(item, { minLength: 1, maxLength: 6, depthIdentifier: 'json' });
  return fc.oneof(
    gap.map((inside) => begin + inside + end),
    items.map((each) => begin + each.join(',') + end),
  );
}

function join(parts: readonly string[]): string {
  return parts.join('');
}
