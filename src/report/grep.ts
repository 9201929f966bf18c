import type { Members } from '../contract/documents.ts';
import { addTo } from '../model/collections.ts';
import { activeTime, type Conversation, conversationKey } from '../model/conversation.ts';
import type { Covered } from '../model/finding.ts';
import { idWord, isNameOfCopy, originalOf } from '../model/ids.ts';
import type { SearchLine, SearchMatch } from '../model/search.ts';
import { byExtent } from './gaps.ts';
import { contractJson, conversationJson, missedJson } from './json-text.ts';
import { type ReaderPlace, withTilde } from './list/headings.ts';
import { titleText } from './list/title.ts';
import type { Paint, Screen } from './paint.ts';
import { clipStart, clipTo, columnsOf, numberText, padded, printable, tailOf, wrap } from './text.ts';
import { type Clock, isoText, shortTimeOf, whenText } from './time.ts';

/** `clock` null: exact UTC. `width` infinite: a pipe. */
export interface GrepScreen extends Screen {
  readonly clock: Clock | null;
  readonly around: ReaderPlace;
  idOf(id: string): string;
  /** The shortened id; the only copy of a conversation as `3f0c2a7e (copy)`. */
  nameOf(id: string): string;
  sharesId(conversation: Conversation): boolean;
}

/** `copies`: copies of the conversation in which nothing else was found. */
export interface WithCopies {
  readonly copies: readonly Conversation[];
}

/** Folds a copy into its original, if that has every text found in the copy. */
export function foldCopies(found: readonly SearchMatch[]): (SearchMatch & WithCopies)[] {
  const textsOf = (each: SearchMatch) => matchingLines(each).map(lineText);
  const originals = new Map(found.map((each) => [conversationKey(each.conversation), each]));
  const copies = new Map<SearchMatch, Conversation[]>();
  const rest = found.filter((each) => {
    const { conversation } = each;
    if (!isNameOfCopy(conversation.id)) return true;
    const original = originals.get(conversationKey({ ...conversation, id: originalOf(conversation.id) }));
    if (original === undefined) return true;
    const texts = new Set(textsOf(original));
    if (!textsOf(each).every((text) => texts.has(text))) return true;
    addTo(copies, original, conversation);
    return false;
  });
  return rest.map((each) => ({ ...each, copies: copies.get(each) ?? [] }));
}

/** Lines with matches, without the context around them. */
export function matchingLines({ result }: SearchMatch): SearchLine[] {
  return result.lines.filter(({ match }) => match !== '');
}

export function lineText({ before, match, after }: SearchLine): string {
  return `${before}${match}${after}`;
}

function* alikeLine(alike: readonly Conversation[], lead: string, screen: GrepScreen): Generator<string> {
  const [first, ...others] = alike;
  if (first === undefined) return;
  const { paint, width } = screen;
  const name = nameInHead(first, screen);
  const isOfCopies = alike.every(({ id }) => isNameOfCopy(id));
  const [one, several] = isOfCopies
    ? [`its copy ${name}`, `${numberText(alike.length)} copies of it`]
    : [name, `${name} and ${numberText(others.length)} more`];
  yield paint.faint(clipTo(`${lead}and alike in ${others.length === 0 ? one : several}`, width));
}

const NUMBER = 6;
const SPEAKER = 10;

/** For a terminal: a heading, then matches with the number for `show ID:NUMBER`. */
export function* matchBlock(found: SearchMatch & WithCopies, screen: GrepScreen): Generator<string> {
  const { conversation, result } = found;
  const { paint, width } = screen;
  yield paint.strong(clipTo(titleText(conversation) || '(no title)', width));
  yield paint.faint(placeLine(conversation, nameInHead(conversation, screen), screen));
  let agent: string | undefined;
  for (const line of result.lines) {
    if (line.agent !== agent)
      yield paint.faint(
        clipTo(`${' '.repeat(NUMBER)}  subagent ${showWord(shortWordOf(conversation, screen), line)}`, width),
      );
    agent = line.agent;
    const lead = `${padded(String(line.index), NUMBER, 'right')}  ${padded(clipTo(speakerOf(line), SPEAKER), SPEAKER)}  `;
    const style = line.match === '' ? paint.faint : String;
    const columns = width - columnsOf(lead);
    if (columns >= MIN_TEXT_WIDTH) yield style(lead) + snippet(line, columns, paint);
    else yield* [style(clipTo(`${line.index}  ${speakerOf(line)}`, width)), `  ${snippet(line, width - 2, paint)}`];
  }
  const more = result.count - matchingLines(found).length;
  if (more > 0) yield paint.faint(`${' '.repeat(NUMBER)}  ${numberText(more)} more`);
  yield* alikeLine(found.copies, ' '.repeat(NUMBER + 2), screen);
}

function nameInHead(conversation: Conversation, screen: GrepScreen): string {
  const { id } = conversation;
  const isCopy = isNameOfCopy(id) && !screen.sharesId(conversation);
  return isCopy ? printable(screen.nameOf(id)) : shortWordOf(conversation, screen);
}

/** Operand of `show`, as short as is unique among the matches; a path for one of several files of one id. */
function shortWordOf(conversation: Conversation, { idOf, sharesId, around }: GrepScreen): string {
  const { id, earlier, path } = conversation;
  return sharesId(conversation) ? withTilde(path, around) : printable(idWord({ id: idOf(id), earlier }));
}

/** Operand of `show` for one message. A path gets no number, which would be a line's. */
export function placeWord(conversation: Conversation, place: HitPlace | undefined, screen: GrepScreen): string {
  const word = shortWordOf(conversation, screen);
  return place === undefined || screen.sharesId(conversation) ? word : turnWord(word, place);
}

type HitPlace = Pick<SearchLine, 'index' | 'agent'>;

export function idSharing(all: readonly Conversation[]): (conversation: Conversation) => boolean {
  const pathsOf = new Map<string, Set<string>>();
  for (const each of all) pathsOf.set(idWord(each), (pathsOf.get(idWord(each)) ?? new Set()).add(each.path));
  return (conversation) => (pathsOf.get(idWord(conversation))?.size ?? 0) > 1;
}

/** Shortest id, project and age. For space, the project's path is cut from its start. */
export function placeLine(
  conversation: Conversation,
  word: string,
  { width, clock, around }: Pick<GrepScreen, 'width' | 'clock' | 'around'>,
): string {
  const { cwd, project, kind } = conversation;
  const time = activeTime(conversation);
  const when = time === null ? 'time unknown' : clock === null ? shortTimeOf(time, clock) : whenText(time, clock);
  const rest = columnsOf(word) + columnsOf(when) + 2 * columnsOf(' · ');
  const about = clipStart(withTilde(cwd ?? project ?? kind, around), Math.max(8, width - rest));
  return clipTo([word, about, when].join(' · '), width);
}

/** Operand of `show` for one message, unshortened; it begins with a path if several files have its id. */
export function wholePlaceWord(
  conversation: Conversation,
  place: HitPlace,
  { sharesId }: Pick<GrepScreen, 'sharesId'>,
): string {
  return turnWord(sharesId(conversation) ? conversation.path : idWord(conversation), place);
}

/** For a pipe: each line begins with the operand of `show`. */
export function* matchLines(
  { conversation, result }: SearchMatch,
  screen: Pick<GrepScreen, 'paint' | 'sharesId'>,
): Generator<string> {
  const { paint } = screen;
  for (const line of result.lines) {
    const mark = line.match === '' ? '-' : ':';
    yield `${wholePlaceWord(conversation, line, screen)}${mark}${speakerOf(line)}${mark} ${snippet(line, Number.POSITIVE_INFINITY, paint)}`;
  }
}

export function showWord(id: string, { agent }: Pick<SearchLine, 'agent'>): string {
  return printable(agent === undefined ? id : `${id}@${agent}`);
}

function speakerOf({ role, type, name, hidden }: SearchLine): string {
  const who =
    type === 'tool_call' && name !== undefined
      ? printable(name)
      : type === 'reasoning'
        ? 'thinking'
        : (role ?? printable(name ?? 'other'));
  return hidden ? `(${who})` : who;
}

function snippet({ before, match, after }: SearchLine, columns: number, paint: Paint): string {
  const textBefore = printable(before);
  const hit = printable(match);
  const right = printable(after);
  if (columns === Number.POSITIVE_INFINITY) return `${textBefore}${paint.bad(hit)}${right}`;
  const context = tail(textBefore, Math.max(0, columns - columnsOf(hit) - MIN_TEXT_WIDTH));
  const rest = columns - columnsOf(context);
  const found = clipTo(hit, rest);
  return `${context}${found === '' ? '' : paint.bad(found)}${clipTo(right, Math.max(0, rest - columnsOf(found)))}`;
}

const MIN_TEXT_WIDTH = 20;

function tail(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  return columns < 2 ? '' : `…${tailOf(text, columns - 1)}`;
}

export function grepJson(matches: readonly SearchMatch[], searched: Covered): string {
  return contractJson('grep', {
    matches: matches.map(({ conversation, result }) => ({
      conversation: conversationJson(conversation),
      count: result.count,
      messages: result.lines.map(lineJson),
    })),
    searched: searched.conversations,
    partly: byExtent(searched.gaps).partly.length,
    findings: missedJson(searched),
  });
}

function lineJson({ time, match, ...line }: SearchLine): Members<'grep'>['matches'][number]['messages'][number] {
  return { ...line, match, isMatch: match !== '', ...(time === undefined ? {} : { time: isoText(time) }) };
}

export interface Answer {
  readonly conversation: Conversation;
  readonly turn: { readonly index: number; readonly agent?: string; readonly text: string };
  readonly score: number;
  /** Copies and forks that have this turn too. */
  readonly alike: readonly Conversation[];
}

/** For a terminal: title, operand of `show`, text. */
export function* answerBlock({ conversation, turn, alike }: Answer, screen: GrepScreen): Generator<string> {
  const { paint, width } = screen;
  yield paint.strong(clipTo(titleText(conversation) || '(no title)', width));
  yield paint.faint(placeLine(conversation, placeWord(conversation, turn, screen), screen));
  yield clipTo(`  ${printable(turn.text)}`, width);
  yield* alikeLine(alike, '  ', screen);
}

export function answerEnding({ conversation, turn }: Answer, commandPrefix: string, screen: GrepScreen): string[] {
  const way = `${firstShown(placeWord(conversation, turn, screen), commandPrefix)}; with --open you choose`;
  return wrap(way, 0, { width: screen.width, hang: 2 });
}

/** The last line of matches, one line if it fits; `place`: the operand of `show` for the first match. */
export function matchEnding(counts: string, place: string, commandPrefix: string, { width }: GrepScreen): string[] {
  const both = `${counts}; ${firstShown(place, commandPrefix)}`;
  return columnsOf(both) <= width ? [both] : wrap(counts, 0, { width, hang: 2 });
}

function firstShown(place: string, commandPrefix: string): string {
  return `\`${commandPrefix} show ${place}\` shows the first`;
}

/** For a pipe: operand of `show`, text. */
export function answerLine({ conversation, turn }: Answer, screen: Pick<GrepScreen, 'sharesId'>): string {
  return `${wholePlaceWord(conversation, turn, screen)}: ${printable(turn.text)}`;
}

function turnWord(id: string, turn: HitPlace): string {
  return `${showWord(id, turn)}:${turn.index}`;
}

export function findJson(
  { answers, nowhere }: { readonly answers: readonly Answer[]; readonly nowhere: readonly string[] },
  searched: Covered,
): string {
  return contractJson('find', {
    answers: answers.map(({ conversation, turn: { index, agent, text }, score, alike }) => ({
      conversation: conversationJson(conversation),
      index,
      ...(agent === undefined ? {} : { agent }),
      text,
      score: Math.round(score * 1000) / 1000,
      ...(alike.length === 0 ? {} : { alike: alike.map(({ id }) => id) }),
    })),
    ...(nowhere.length === 0 ? {} : { nowhere: [...nowhere] }),
    searched: searched.conversations,
    partly: byExtent(searched.gaps).partly.length,
    findings: missedJson(searched),
  });
}
