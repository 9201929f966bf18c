import {
  elements,
  isArray,
  isObject,
  isText,
  kindOf,
  lexemeOf,
  members,
  type Value,
} from '../../../codecs/json/value.ts';
import { fieldOf } from '../decode/field.ts';
import type { LogMessage } from '../decode/log.ts';
import { Stops } from './call-arguments.ts';

/** True for a message of a person that Rao shows. Throws Stops where R stops. */
export function isShownQuestion(message: LogMessage): boolean {
  if (message.role !== 'user' || message.content === null) return false;
  const procedural = isProcedural(message.procedural);
  if (procedural === true || isPlot(message)) return false;
  if (procedural === null) throw new Stops(PROCEDURAL);
  return true;
}

const PROCEDURAL = 'procedural is neither true nor false';

/** A message that Rao put in itself; null for an empty list or object, of which R does not know until it has to. */
function isProcedural(value: Value | null): boolean | null {
  if (value === null) return false;
  const kind = kindOf(value);
  if (kind === 'true' || kind === 'false') return kind === 'true';
  if (kind === 'number') return Number(lexemeOf(value)) !== 0;
  if (isEmptyContainer(value)) return null;
  throw new Stops(PROCEDURAL);
}

/** An empty list or object: R has no answer to whether it equals anything. */
export function isEmptyContainer(value: Value | null): boolean {
  return value !== null && (isArray(value) || isObject(value)) && itemsOf(value).length === 0;
}

/** A plot or another image. Throws Stops for a content that R cannot look into. */
function isPlot(message: LogMessage): boolean {
  return holdsImage(message.content) || namesPlots(message);
}

function namesPlots(message: LogMessage): boolean {
  const plots = message.field('plots');
  if (message.field('plots_file') !== null) return true;
  return plots !== null && (!(isArray(plots) || isObject(plots)) || itemsOf(plots).length > 0);
}

/** True for a content with an image in it, whatever else it holds. */
export function hasImage(content: Value): boolean {
  return itemsOf(content).some((item) => isText(fieldOf(item, 'type'), 'input_image'));
}

function holdsImage(content: Value | null): boolean {
  if (content === null) return false;
  for (const item of itemsOf(content)) {
    if (!isObject(item) && !isArray(item) && kindOf(item) !== 'null') throw new Stops('a content is a list of texts');
    if (isText(fieldOf(item, 'type'), 'input_image')) return true;
  }
  return false;
}

function itemsOf(value: Value): readonly Value[] {
  return isObject(value) ? members(value).map((member) => member.value) : elements(value);
}
