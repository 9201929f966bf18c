import { cmd } from '../command.ts';
import { type FindingRow, HEAL, LOSSY, notJudged, RAW, REHOME, rule, SHOW, SHOW_ALL, VERIFY } from './row.ts';

const KEEP = cmd`keep DIR`;

/** Findings of Gemini CLI's sessions; facts in docs/formats/gemini.md. */
export const geminiRules = {
  GM001: rule('error', 'safe', 'overwrites', 'A byte-order mark is before the header', HEAL, 'no byte-order mark'),
  GM002: rule('error', 'safe', 'overwrites', 'The header is lost, or lacks something', HEAL, 'a header with sessionId and projectHash'),
  GM003: rule('error', 'manual', 'overwrites', 'The program cannot read the file', KEEP, 'a header with sessionId and projectHash'),
  GM004: rule('error', 'safe', 'overwrites', 'Records are written over several lines', HEAL, 'one record a line'),
  GM005: rule('error', 'safe', 'overwrites', 'A rewind to an unknown message takes everything away', HEAL, 'the id of a message before it'),
  GM006: rule('error', 'safe', 'overwrites', 'A list of messages takes every question away', HEAL),
  GM007: rule('error', 'manual', 'overwrites', 'A session is marked as that of a subagent', KEEP, 'main'),
  GM008: rule('error', 'manual', 'overwrites', 'A session is older than the program keeps any', KEEP),
  GM009: rule('error', 'safe', 'overwrites', 'A file without content takes the session along', HEAL),
  GM010: rule('error', 'manual', 'overwrites', 'Another file of the same eight characters takes the session along', KEEP),
  GM011: rule('info', 'manual', 'overwrites', 'Nothing was asked in the session', SHOW),
  GM101: rule('error', 'lossy', 'drops', 'The last line is torn', LOSSY),
  GM102: rule('error', 'lossy', 'drops', 'A line inside the file is torn', LOSSY),
  GM103: rule('error', 'safe', 'drops', 'Several records are on one line', HEAL),
  GM104: rule('error', 'safe', 'drops', 'NUL bytes are in the place of a record', HEAL),
  GM105: rule('warning', 'safe', 'drops', 'NUL bytes are at the end', HEAL),
  GM106: rule('warning', 'safe', 'drops', 'The last line has no end', HEAL, 'a line feed'),
  GM107: rule('warning', 'manual', 'drops', 'Lines that are not records', RAW, 'a record'),
  GM108: rule('warning', 'lossy', 'drops', 'A byte is not UTF-8', LOSSY, 'UTF-8'),
  GM109: notJudged('warning', 'reads', 'A line is too long to be looked at', RAW),
  GM201: rule('error', 'manual', 'drops', 'A message has no id or no type', RAW),
  GM202: rule('error', 'manual', 'drops', 'Two questions have one id', SHOW_ALL),
  GM203: rule('error', 'manual', 'drops', 'An answer has no content', RAW),
  GM204: rule('warning', 'manual', 'reads', 'A call has no result', SHOW),
  GM205: rule('error', 'manual', 'reads', 'A result has no call', SHOW),
  GM206: rule('warning', 'manual', 'drops', 'A question begins with a slash or a question mark', SHOW_ALL),
  GM207: rule('warning', 'manual', 'drops', 'A message is of a type that the program does not know', SHOW_ALL),
  GM208: rule('warning', 'manual', 'drops', 'The first question is taken for set-up text', SHOW_ALL),
  GM209: rule('info', 'manual', 'drops', 'A list of messages leaves earlier ones out', SHOW_ALL),
  GM301: rule('warning', 'manual', 'reads', 'Several sessions have the same eight characters', KEEP),
  GM302: rule('error', 'safe', 'drops', 'The name is not that of a session', HEAL, 'session-TIME-ID.jsonl'),
  GM303: rule('warning', 'manual', 'drops', 'Several files are of one session', VERIFY),
  GM304: rule('warning', 'manual', 'reads', 'The name has another id than the session', SHOW),
  GM305: rule('warning', 'manual', 'drops', 'The folder of the project is gone', REHOME),
  GM306: rule('info', 'manual', 'rewrites', 'The registry of projects cannot be read', cmd`list`),
  GM307: rule('warning', 'manual', 'reads', 'No time is in the session', SHOW),
} as const satisfies Record<`GM${number}`, FindingRow>;
