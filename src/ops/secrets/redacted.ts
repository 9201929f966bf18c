import { addToCount } from '../../model/collections.ts';
import { isNextCommand, isPlaceholder, type NextCommand, type Sentence } from '../../model/command.ts';
import type { Conversation, Message, Picture, Section, Transcript, WithSource } from '../../model/conversation.ts';
import type { Covered, PlacedFinding } from '../../model/finding.ts';
import type { CountsByName, HomeReport, StoreStats } from '../../model/stats.ts';
import { barePicture } from '../../stores/engine/bare-picture.ts';
import { withoutPartialBegin } from './cut-words.ts';
import { isJson, type RedactText, redactedJson } from './redacted-lines.ts';
import type { Redactor, TextFilter } from './redactor.ts';

const KEPT_MEMBERS: readonly string[] = ['kind', 'format', 'state', 'hidden'];

export function redactedConversation(conversation: Conversation, redact: TextFilter): Conversation {
  const { root, path, cwd } = conversation;
  for (const each of [root, path, cwd]) if (each != null) redact.learnPath(each);
  const texts = Object.entries(conversation).filter(
    ([key, value]) => typeof value === 'string' && !KEPT_MEMBERS.includes(key),
  );
  const { agents } = conversation;
  // A title may be the first question.
  const seen = new Set<string>();
  const once = (text: string): string => {
    if (seen.has(text)) return redact.uncounted(() => redact(text));
    seen.add(text);
    return redact(text);
  };
  return {
    ...conversation,
    ...Object.fromEntries(texts.map(([key, text]) => [key, once(String(text))])),
    ...(agents === undefined ? {} : { agents: agents.map((agent) => redact(agent)) }),
  };
}

/** A redacted quote. It is cut, and rules do not find half of a secret, so long words are removed too. */
export function redactedQuote(text: string, redact: TextFilter): string {
  return redact(text).replace(LONG_WORD, (word) => (SESSION_NAME.test(word) ? word : '[...]'));
}

/** A finding with its texts redacted, since its message may quote. */
export function redactedFinding(finding: PlacedFinding, redact: TextFilter): PlacedFinding {
  const { root, project, id, path, at, message, expected, consequences, concerns, title, folder, next, remedy } =
    finding;
  const short = (text: string): string => redactedQuote(text, redact);
  return {
    ...finding,
    root: redact(root),
    project: project === null ? null : redact(project),
    id: id === null ? null : redact(id),
    path: redact(path),
    at: at === null ? null : redact(at),
    message: short(message),
    expected: expected === null ? null : short(expected),
    actual: null,
    words: finding.words?.map((each) => redactedTorn(each, redact)),
    title: title && redact(title),
    folder: folder && redact(folder),
    excerpt: undefined,
    next: next && redactedSentence(next, redact),
    remedy: remedy && redactedCommand(remedy, redact),
    ...(consequences && { consequences: consequences.map((each) => redactedFinding(each, redact)) }),
    ...(concerns?.folders && { concerns: { folders: concerns.folders.map((each) => redact(each)) } }),
  };
}

export function redactedTorn(text: string, redact: TextFilter): string {
  return redact(withoutPartialBegin(text));
}

export function redactedSentence(sentence: Sentence, redact: TextFilter): Sentence {
  if (typeof sentence === 'string') return redact(sentence);
  if (isNextCommand(sentence)) return redactedCommand(sentence, redact);
  return sentence.map((part) =>
    typeof part === 'string' ? redactedTorn(part, redact) : redactedCommand(part, redact),
  );
}

export function redactedCommand({ program, words }: NextCommand, redact: TextFilter): NextCommand {
  return { program, words: words.map((word) => (isPlaceholder(word) ? word : redact(word))) };
}

const LONG_WORD = /[\w+/=-]{16,}/g;
/** The name of a file, without its ending: a time, and an id that is shown elsewhere too. */
const SESSION_NAME = /^(?:session|rollout)-\d{4}(?:-\d\d){2}T\d\d(?:-\d\d){1,2}-[0-9a-f-]{8,36}$/;

export type CountedMessage = (message: Message) => boolean;

/** A redacted transcript. Messages may be read several times, but are counted once. With `counts`, only these messages count. */
export function redactedTranscript(transcript: Transcript, redact: TextFilter, counts?: CountedMessage): Transcript {
  const { messages } = transcript;
  const beside = () => redactedRest(transcript, redact);
  let known = 0;
  return {
    ...transcript,
    ...(counts === undefined ? beside() : redact.uncounted(beside)),
    messages: {
      *[Symbol.iterator]() {
        let n = 0;
        for (const message of messages) {
          const work = () => redactedMessage(message, redact);
          const isCounted = n >= known && (counts?.(message) ?? true);
          known = Math.max(known, ++n);
          yield isCounted ? work() : redact.uncounted(work);
        }
      },
    },
  };
}

function redactedRest({ metadata, memory, tasks, sections, companions }: Transcript, redact: TextFilter) {
  return {
    metadata: redactedSource(metadata, redact),
    memory: redactedSource(memory, redact),
    tasks: redactedSource(tasks, redact),
    ...(sections === undefined ? {} : { sections: sections.map((each) => redactedSection(each, redact)) }),
    ...(companions === undefined ? {} : { companions: companions.map((each) => redactedSection(each, redact)) }),
  };
}

const TEXTS = [
  'text',
  'words',
  'name',
  'arguments',
  'author',
  'authorName',
  'model',
  'id',
  'relatedTo',
  'callId',
  'at',
  'agent',
] as const satisfies readonly (keyof Message)[];

export function messageTexts(message: Message): ReadonlySet<string> {
  const { tags = [], marks = [], pictures = [] } = message;
  const texts = [
    ...TEXTS.map((key) => message[key]),
    ...marks,
    ...tags.flatMap(({ values }) => values),
    ...pictures.map(({ base64 }) => base64),
  ];
  return new Set(texts.filter((text) => typeof text === 'string'));
}

function redactedMessage(message: Message, redact: TextFilter): Message {
  const { tags, marks, before, pictures } = message;
  const clean: { -readonly [Key in keyof Message]: Message[Key] } = { ...message };
  for (const key of TEXTS) {
    const text = message[key];
    if (typeof text === 'string') clean[key] = key === 'arguments' ? redactedArguments(text, redact) : redact(text);
  }
  if (pictures !== undefined) clean.pictures = pictures.map((each) => redactedPicture(each, redact));
  if (marks !== undefined) clean.marks = marks.map(redact);
  if (before !== undefined) clean.before = before.map(redact);
  if (tags !== undefined) clean.tags = tags.map((tag) => ({ ...tag, values: tag.values.map(redact) }));
  return clean;
}

/** Redacts each text of JSON, and the whole if a key reveals a secret. */
export function redactedArguments(source: string, redact: RedactText): string {
  return isJson(source) ? redactedJson(source, redact) : redact(source);
}

function redactedPicture(picture: Picture, redact: TextFilter): Picture {
  const { base64, ...about } = picture;
  const bare = base64 === undefined ? null : barePicture(Buffer.from(base64, 'base64'));
  if (bare === null) return about;
  // Counts or learns the removed values.
  redact(bare.texts.join('\n'));
  const stripped = bare.bytes.toString('base64');
  return redact(stripped) === stripped ? { ...about, base64: stripped } : about;
}

function redactedSection(section: Section, redact: TextFilter): Section {
  const { value, lines } = section;
  return {
    ...section,
    value: redactedSource(value, redact),
    ...(lines === undefined ? {} : { lines: lines.map(redact) }),
  };
}

function redactedSource(value: WithSource, redact: TextFilter): WithSource {
  return { ...value, source: redactedJson(value.source, redact) };
}

export function redactedCoverage(covered: Covered, redact: Redactor | null): Covered {
  if (redact === null) return covered;
  const { conversations, unjudged, gaps } = covered;
  return {
    conversations,
    unjudged: unjudged.map((finding) => redactedFinding(finding, redact)),
    gaps: gaps.map((gap) => ({ ...gap, finding: redactedFinding(gap.finding, redact) })),
  };
}

export function redactedReport(report: HomeReport, redact: TextFilter): HomeReport {
  for (const { root } of report.roots) redact.learnPath(root);
  return {
    ...report,
    roots: report.roots.map(({ kind, root }) => ({ kind, root: redact(root) })),
    stores: report.stores.map((store) => redactedStats(store, redact)),
    findings: report.findings.map((each) => ({ ...each, first: redactedFinding(each.first, redact) })),
    due: report.due.map((each) => redactedConversation(each, redact)),
  };
}

export function redactedStats(store: StoreStats, redact: TextFilter): StoreStats {
  const { root, project, cwd = null, branch, session, largest, contents, tokens, daily, tools, formats } = store;
  const orNull = (text: string | null) => (text === null ? null : redact(text));
  return {
    ...store,
    root: redact(root),
    project: orNull(project),
    cwd: orNull(cwd),
    ...(branch === undefined ? {} : { branch: orNull(branch) }),
    ...(session === undefined ? {} : { session: orNull(session) }),
    largest: largest.map(({ asked, ...each }) => ({
      ...each,
      id: redact(each.id),
      title: orNull(each.title),
      ...(asked === undefined ? {} : { asked: redact(asked) }),
    })),
    contents: contents.map((each) => ({ ...each, type: orNull(each.type) })),
    tokens: tokens.map((each) => ({ ...each, model: redact(each.model) })),
    ...(daily && { daily: daily.map((each) => ({ ...each, model: redact(each.model) })) }),
    tools: redactedNames(tools, redact),
    formats: redactedNames(formats, redact),
  };
}

function redactedNames(counts: CountsByName, redact: TextFilter): CountsByName {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) addToCount(sums, redact(name), count);
  return [...sums];
}
