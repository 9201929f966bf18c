import { type Api, type ApiRequest, type ModelAnswer, startApi } from '../messages-api.ts';

/** The first answer whose text is in the last message is given, once. */
export type Script = readonly (readonly [asked: string, answer: ModelAnswer])[];

export interface ScriptedModel extends Api {
  /** Bodies of the requests of a talk, in order. */
  readonly requests: readonly string[];
  /** The last messages of requests of which no answer was known. */
  readonly unknown: readonly string[];
}

/** Starts a stand-in that answers by a script. */
export async function startScripted(script: Script): Promise<ScriptedModel> {
  const waiting = [...script];
  const unknown: string[] = [];
  const requests: string[] = [];
  const api = await startApi((asked) => {
    if ((asked.tools?.length ?? 0) === 0) return [{ type: 'text', text: '{"title":"A title"}' }];
    requests.push(JSON.stringify(asked));
    const last = lastOf(asked);
    const at = waiting.findIndex(([words]) => last.includes(words));
    if (at < 0) unknown.push(last.slice(-2000));
    const [answer] = waiting.splice(at, at < 0 ? 0 : 1).map(([, given]) => given);
    return answer ?? [{ type: 'text', text: 'Yes.' }];
  });
  return { ...api, requests, unknown };
}

/** What came after the last words of the model. */
function lastOf({ messages }: ApiRequest): string {
  return JSON.stringify(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1));
}
