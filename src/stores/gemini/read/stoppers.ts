import {
  elements,
  isArray,
  isNull,
  isObject,
  isString,
  lexemeOf,
  member,
  type Value,
} from '../../../codecs/json/value.ts';

/** A value in a message that ends the program when it goes on. */
interface Stopper {
  readonly value: Value;
  /** Harmless JSON to put in its place; null to remove it from its list. */
  readonly json: string | null;
  readonly list: Value | null;
}

/** `type`: that of the message. Of a question, the program looks at its parts alone. */
export function stoppersIn(type: string | null, message: Value): readonly Stopper[] {
  const content = member(message, 'content', 'last');
  const parts = isObject(content) ? [content] : elements(content);
  if (type === 'user') return parts.flatMap((part) => partStoppers(part, content));
  if (type !== 'gemini') return [];
  const [tools, thoughts] = [member(message, 'toolCalls', 'last'), member(message, 'thoughts', 'last')];
  return [
    ...scalarStoppers(content),
    ...parts.flatMap((part) => partStoppers(part, content)),
    ...elements(tools).flatMap((tool) => (isNull(tool) ? [leaving(tool, tools)] : toolStoppers(tool))),
    ...elements(thoughts)
      .filter(isNull)
      .map((thought) => leaving(thought, thoughts)),
  ];
}

function partStoppers(part: Value, list: Value | null): readonly Stopper[] {
  if (isArray(part) || isString(part)) return [];
  if (isNull(part)) return [leaving(part, list)];
  if (!isObject(part)) return [replaced(part, `{"text":"${lexemeOf(part)}"}`)];
  const call = member(part, 'functionCall', 'last');
  const isOdd = [call, member(part, 'functionResponse', 'last')].some((each) => scalarStoppers(each).length > 0);
  return isOdd ? [replaced(part, `{"text":${JSON.stringify(lexemeOf(part))}}`)] : nameStoppers(call, ['name']);
}

function toolStoppers(tool: Value): readonly Stopper[] {
  const result = member(tool, 'result', 'last');
  return [
    ...nameStoppers(tool, ['name', 'id']),
    ...(isArray(result) ? elements(result).flatMap((part) => partStoppers(part, result)) : scalarStoppers(result)),
  ];
}

function nameStoppers(call: Value | null, keys: readonly string[]): readonly Stopper[] {
  return keys.flatMap((key) => {
    const name = member(call, key, 'last');
    const isName = name === null || isString(name) || isNull(name);
    return isName ? [] : [replaced(name, JSON.stringify(lexemeOf(name)))];
  });
}

/** Stoppers for a value that is neither text, list nor object; the program ignores null, false and 0. */
function scalarStoppers(value: Value | null): readonly Stopper[] {
  if (value === null || isString(value) || isArray(value) || isObject(value)) return [];
  return /^(?:null|false|-?0)$/.test(lexemeOf(value)) ? [] : [replaced(value, `"${lexemeOf(value)}"`)];
}

function replaced(value: Value, json: string): Stopper {
  return { value, list: null, json };
}

function leaving(value: Value, list: Value | null): Stopper {
  return { value, list, json: null };
}
