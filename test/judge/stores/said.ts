/** Characters of a text that are compared, where it is not said otherwise. */
const CUT = 40;

type Part = Readonly<Record<string, unknown>>;

/** What a request to Google's API says: texts, `call NAME`, `result NAME`. The set-up text of the program is left out. */
export function googleSaid(body: Part, cut = CUT): string[] {
  return listOf(body['contents']).flatMap(({ parts }) =>
    listOf(parts).flatMap((part) => {
      const { functionCall, functionResponse, text, thought } = part as Record<string, Part & string>;
      if (functionCall !== undefined) return [`call ${functionCall['name']}`];
      if (functionResponse !== undefined) return [`result ${functionResponse['name']}`];
      return typeof text === 'string' && thought === undefined ? kept(text, cut) : [];
    }),
  );
}

/** What a request to OpenAI's chat says: texts, `call NAME`, `result`. System messages and thinking are left out. */
export function chatSaid(body: Part, cut = CUT): string[] {
  return listOf(body['messages']).flatMap(({ role, content, tool_calls: calls }) => {
    if (role === 'system' || role === 'developer') return [];
    const texts = typeof content === 'string' ? [content] : listOf(content).map(({ text }) => String(text ?? ''));
    if (role === 'tool') return result(texts.join(''), cut);
    return [
      ...texts.flatMap((text) => kept(text, cut)),
      ...listOf(calls).map((call) => `call ${(call['function'] as Part)['name']}`),
    ];
  });
}

const SET_UP =
  /^(?:<session_context>|<hook_context>|<system-reminder>|<current_datetime>|This is the (?:Gemini CLI|Qwen Code)|Got it\. Thanks for the context)/;

/** What the program makes up for a result that is not there. */
const MADE_UP =
  /^(?:The execution of this tool|Tool execution (?:was interrupted|result was not recorded)|No result provided)/;

export function result(text: string, cut = CUT): string[] {
  return MADE_UP.test(text) ? [] : [`result ${text.trim()}`.slice(0, cut)];
}

/** What was asked to see the rest is left out too. */
export function kept(text: string, cut = CUT): string[] {
  const said = text.replace(/^<current_datetime>.*?<\/current_datetime>\s*/s, '').trim();
  return said === '' || said === QUESTION || SET_UP.test(said) ? [] : [said.slice(0, cut)];
}

export const QUESTION = 'And now?';

/** A recorded history of Gemini CLI or Qwen Code in the same words. */
export function recordedSaid(sent: readonly (readonly unknown[])[]): string[] {
  return sent.flatMap(([role, texts]) => {
    const [first = '', ...rest] = (texts as readonly string[]).filter((text) => !text.startsWith('thought '));
    if (role === 'tool') return result(rest.join(''));
    return [first, ...rest].flatMap((text) => {
      const tool = /^(?:call|result) \S+/.exec(text)?.[0];
      return tool === undefined ? kept(text) : [tool];
    });
  });
}

/** A recorded history of GitHub Copilot CLI or Pi; its calls have ids in the place of names. */
export function recordedChat(sent: readonly (readonly unknown[])[]): string[] {
  return sent.flatMap(([role, text, ...more]) => {
    if (role === 'tool') return result(String(text));
    const calls = more.filter(Array.isArray).flat();
    return [...kept(String(text ?? '')), ...calls.map(() => 'call')];
  });
}

/** As `recordedChat` has it. */
export function unnamed(said: readonly string[]): string[] {
  return said.map((text) => (text.startsWith('call ') ? 'call' : text));
}

function listOf(value: unknown): readonly Part[] {
  return Array.isArray(value) ? value : [];
}
