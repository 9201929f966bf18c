import fc from 'fast-check';

/** JSON source text as no serialiser writes it: odd escapes and spaces, numbers of any size, keys that stand twice. */
const space = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r\n');
const piece = fc.constantFrom(
  'a',
  'Zoë',
  '日本',
  '\\u00e9',
  '\\n',
  '\\/',
  '\\ud83d\\ude00',
  '\\u0000',
  '\u2028',
  '"'.replace('"', '\\"'),
  '🙂',
  '\ufeff',
  '{',
  ',',
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => `"${pieces.join('')}"`);
const number = fc.constantFrom(
  '0',
  '-0',
  '7',
  '1.0',
  '1e2',
  '-0.0',
  '5e-324',
  '9007199254740993',
  `1${'0'.repeat(30)}`,
);
const literal = fc.constantFrom('true', 'false', 'null');
const key = fc.constantFrom('"a"', '"b"', '"10"', '"2"', '"\\u0061"', '"__proto__"', '"constructor"', '"naïve"', '""');

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, text, number, literal, tie('list'), tie('object')),
  list: list(tie('value')),
  object: object(fc.array(fc.tuple(key, tie('value')), { maxLength: 4 })),
}));

function list(of: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(fc.array(of, { maxLength: 3 }), space).map(([all, gap]) => `[${gap}${all.join(`,${gap}`)}${gap}]`);
}

function object(of: fc.Arbitrary<[string, string][]>): fc.Arbitrary<string> {
  return fc.tuple(of, space, space).map(([all, gap, after]) => {
    const inside = all.map(([name, each]) => `${name}${after}:${after}${each}`).join(`${gap},${gap}`);
    return `{${gap}${inside}${gap}}`;
  });
}

/** Members in any order, each there or not, with a few that nobody knows. */
function members(
  known: Readonly<Record<string, fc.Arbitrary<string>>>,
  needed: readonly string[] = [],
): fc.Arbitrary<string> {
  const entries = Object.entries(known).map(([name, each]) =>
    fc
      .option(each, { nil: null, freq: needed.includes(name) ? Number.MAX_SAFE_INTEGER : 3 })
      .map((source): [string, string][] => (source === null ? [] : [[`"${name}"`, source]])),
  );
  const stranger = fc.option(fc.tuple(fc.constantFrom('"x_1"', '"x_2"'), value), { nil: null, freq: 1 });
  const all = fc.tuple(
    ...entries,
    fc.array(stranger, { maxLength: 2 }).map((each) => each.filter((one) => one !== null)),
  );
  return object(all.chain((groups) => fc.shuffledSubarray(groups.flat(), { minLength: groups.flat().length })));
}

const objects = object(fc.array(fc.tuple(key, value), { maxLength: 4 }));
const args = fc.oneof(objects, fc.constant('"{}"'), fc.constant('null'));
const call = members({
  id: fc.constant('"c1"'),
  type: fc.constant('"function"'),
  function: members({ name: text, arguments: args }),
});
const message = fc.oneof(
  members({ role: fc.constant('"user"'), content: text }, ['role']),
  members({ role: fc.constant('"assistant"'), content: text, tool_calls: list(call) }, ['role']),
  members({ role: fc.constant('"tool"'), tool_call_id: fc.constant('"c1"'), content: text }, ['role']),
  members({ type: fc.constant('"function_call"'), call_id: fc.constant('"c1"'), name: text, arguments: args }, [
    'type',
  ]),
  members({ type: fc.constant('"reasoning"') }, ['type']),
  members({ role: fc.constant('"critic"'), tool_calls: list(call) }, ['role']),
);
const task = members({ id: text, data: value, outcome: fc.constantFrom('"todo"', '"done"', 'null'), result: value }, [
  'id',
  'data',
]);
const status = fc.constantFrom(
  '"planning"',
  '"Planned"',
  '"In Progress"',
  '"in_progress"',
  '"FAILED"',
  '"ΤΕΛΟΣ"',
  '"d\\u006fne"',
  '""',
  'true',
  'false',
  'null',
);
const taskList = fc.oneof(list(task), members({ tasks: list(task), description: fc.oneof(text, literal), status }));
const tasks = object(fc.array(fc.tuple(fc.constantFrom('"1"', '"tasks-1"', '"t"'), taskList), { maxLength: 3 }));
const memory = members({
  scope: fc.constantFrom('"session"', '"Session"', '"global"', '"project"', '"elsewhere"', 'null'),
  title: text,
  index_status: fc.constantFrom('"new"', '"ignore"', '"analyzed"', 'null'),
});

/** The body of a document that fnord reads as v0 and as v1. */
export const body: fc.Arbitrary<string> = members({
  messages: list(message),
  metadata: objects,
  memory: list(memory),
  tasks,
});

/** A timestamp that both formats can carry. */
export const seconds: fc.Arbitrary<number> = fc.integer({ min: 0, max: 253402300799 });
