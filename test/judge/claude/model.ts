import type { History } from '../cases.ts';
import { type Api, startApi } from './messages-api.ts';
import { type Block, blocksOf, refusalOf, type Said } from './refusal.ts';

export interface Model extends Api {
  /** The histories that it was sent with the tools of a talk, in order, the refused ones among them. */
  readonly histories: readonly History[];
  readonly refused: readonly string[];
}

/** Starts a stand-in that answers every question with `answer`, and refuses what the API is reported to refuse. */
export async function startModel(answer: string): Promise<Model> {
  const histories: History[] = [];
  const refused: string[] = [];
  const api = await startApi(({ tools = [], messages }) => {
    if (tools.length > 0) histories.push(historyOf(messages));
    const message = refusalOf(messages);
    if (message === null) return [{ type: 'text', text: tools.length > 0 ? answer : TITLE }];
    refused.push(message);
    return { status: 400, message };
  });
  return { ...api, histories, refused };
}

/** What the program asks for beside the talk. */
const TITLE = '{"title":"A short title","isNewTopic":true}';

/** Who said what; what the program says itself (system turns, reminders) is left out. */
function historyOf(messages: readonly Said[]): History {
  const said = messages.filter(({ role }) => role !== 'system');
  return said.map((message) => {
    const { content } = message;
    const all = typeof content === 'string' ? [{ type: 'text', text: content }] : blocksOf(message);
    const blocks = all.filter(({ text }) => !text?.startsWith('<system-reminder'));
    return [message.role, blocks.map((block) => [String(block.type), nameOf(block)] as const)];
  });
}

function nameOf({ id, tool_use_id, text, thinking }: Block): string {
  return id || tool_use_id || [...(text || thinking || '').slice(0, 80)].slice(0, 40).join('');
}
