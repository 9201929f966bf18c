import { elements, isString, isText, lexemeOf, textOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { RStops } from './commands.ts';
import { fieldOf, isEmptyContainer, isScalar, itemsOf, textOfReference } from './field.ts';
import type { LogMessage } from './log.ts';

/** True for a message of a person that Rao shows. Throws RStops where R stops. */
export function isShownQuestion(message: LogMessage): boolean {
  if (message.role !== 'user' || message.content === null) return false;
  const procedural = isProcedural(message.field('procedural'));
  if (procedural === true || isPlot(message)) return false;
  if (procedural === null) throw new RStops(PROCEDURAL);
  return true;
}

const PROCEDURAL = 'procedural is neither true nor false';

/** True for a message by Rao itself. Null for an empty list or object, for which R has no answer. */
function isProcedural(value: Value | null): boolean | null {
  if (value === null) return false;
  const type = typeOf(value);
  if (type === 'true' || type === 'false') return type === 'true';
  if (type === 'number') return Number(lexemeOf(value)) !== 0;
  if (isEmptyContainer(value)) return null;
  throw new RStops(PROCEDURAL);
}

/** True for a plot or another image. Throws RStops for a content that R cannot look into. */
function isPlot(message: LogMessage): boolean {
  return holdsImage(message.content) || namesPlots(message);
}

function namesPlots(message: LogMessage): boolean {
  const plots = message.field('plots');
  if (message.field('plots_file') !== null) return true;
  return plots !== null && !isEmptyContainer(plots);
}

export function hasImage(content: Value): boolean {
  return itemsOf(content).some((item) => isText(fieldOf(item, 'type'), 'input_image'));
}

export function imagesIn(content: Value): string[] {
  const addresses = itemsOf(content).filter((item) => isText(fieldOf(item, 'type'), 'input_image'));
  return addresses.map((item) => {
    const address = fieldOf(item, 'image_url');
    return isString(address) ? textOf(address) : '';
  });
}

function holdsImage(content: Value | null): boolean {
  if (content === null) return false;
  for (const item of itemsOf(content)) {
    if (isScalar(item)) throw new RStops('a content is a list of texts');
    if (isText(fieldOf(item, 'type'), 'input_image')) return true;
  }
  return false;
}

/** The answer of a command or edit that waits for a person. */
export const PENDING = 'Response pending...';

export type CommandOutcome = 'pending' | 'cancelled' | 'rejected';

const REFUSED = /^[A-Z][a-z ]{1,30} command (cancelled|rejected) by user\.?$/;

export function outcomeIn(answer: Value | null): CommandOutcome | null {
  const [boxed = answer] = elements(answer);
  if (!isString(boxed)) return null;
  const text = textOf(boxed);
  if (text === PENDING) return 'pending';
  const [, word] = REFUSED.exec(text) ?? [];
  return word === 'rejected' || word === 'cancelled' ? word : null;
}

/** Outcomes of calls: a command has an output, an edit a message in the person's name. */
export function outcomesOf(messages: readonly LogMessage[]): (call: LogMessage) => CommandOutcome | null {
  const known = new Map<string, CommandOutcome>();
  for (const message of messages) {
    const key = message.isOutput ? keyOfCall(message.callId) : keyOfEdit(message);
    const outcome = key === null ? null : outcomeIn(message.field(message.isOutput ? 'output' : 'content'));
    if (key !== null && outcome !== null) known.set(key, outcome);
  }
  return ({ call, id }) => known.get(`edit ${textOfReference(id)}`) ?? known.get(keyOfCall(call?.callId) ?? '') ?? null;
}

function keyOfCall(id: string | null | undefined): string | null {
  return id == null ? null : `call ${id}`;
}

function keyOfEdit({ role, isQuestion, relatedTo }: LogMessage): string | null {
  const id = textOfReference(relatedTo);
  return role !== 'user' || isQuestion || id === null ? null : `edit ${id}`;
}
