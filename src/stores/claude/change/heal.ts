import { composeEdits } from '../../../codecs/compose-edits.ts';
import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import type { Finding } from '../../../model/finding.ts';
import { type Code, row } from '../../../model/findings.ts';
import { piece, refused, unchanged } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import { fileFindings } from '../checks/file-findings.ts';
import { listFindings } from '../checks/list-findings.ts';
import { isLiving } from '../checks/living.ts';
import type { ClaudeDocument } from '../document.ts';
import { openFile, type SessionFile } from '../session-file.ts';
import { countsOf } from './counts.ts';
import { blocks } from './passes/blocks.ts';
import { lineEnds, lostLines } from './passes/lines.ts';
import { dangling, parallel, rings } from './passes/links.ts';
import { listing } from './passes/listing.ts';
import type { Pass } from './passes/pass.ts';
import { surrogates, values } from './passes/values.ts';

/** From the outside in: lines, then values, then links, then what is sent, then the list. */
const PASSES: readonly Pass[] = [lineEnds, lostLines, values, surrogates, rings, dangling, parallel, blocks, listing];
/** The largest session that is healed: its bytes are held. */
const LARGEST = 2 ** 31 - 1;

/** Repairs a session by edits; nothing of it is written anew. */
export function heal(document: ClaudeDocument, ask: AskFor<'heal'>): Piece | Left {
  const file = document.active;
  if (file?.source == null) return unchanged();
  const first = findingsOf(document.id, file);
  if (first.every(({ code }) => !isAsked(code, ask))) return leftOver(first, ask);
  if (isLiving(document)) return refused({ codes: ['CL403'], reason: 'is in use by a running program', unsafe: true });
  if (file.source.size > LARGEST) return refused({ codes: [], reason: 'is larger than 2 GiB', unsafe: true });
  const healed = runPasses(document.id, file, ask);
  if (healed.edits.length === 0) return leftOver(first, ask);
  const raises = healed.file.chain().raises;
  if (raises !== null && file.chain().raises === null)
    return refused({ codes: healed.codes, reason: `would not be readable any more (${raises})` });
  const content = { from: 'edits', edits: healed.edits } as const;
  const { path } = file.part;
  return piece({
    path,
    steps: [{ do: 'put', path, was: file.part.print(), content, keepTime: true }],
    codes: healed.codes,
    before: countsOf(file),
    after: countsOf(healed.file),
    notes: healed.notes,
  });
}

function findingsOf(id: string, file: SessionFile): Finding[] {
  const around = { id, living: false, isAgent: false };
  return [...fileFindings(file, around), ...(file.part.size > 0 ? listFindings(id, file, file.listing().hidden) : [])];
}

/** Safe codes always, lossy ones with `--lossy` or by name. */
function isAsked(code: Code, { only, lossy }: AskFor<'heal'>): boolean {
  const { healing } = row(code);
  if (!PASSES.some(({ codes }) => codes.includes(code))) return false;
  if (only !== null) return only.includes(code);
  return healing === 'safe' || (healing === 'lossy' && lossy);
}

/** Errors that need `--lossy` are said; what is merely odd stays in silence, as verify tells it. */
function leftOver(findings: readonly Finding[], { only }: AskFor<'heal'>): Piece | Left {
  const lossy = findings.filter(({ code }) => row(code).healing === 'lossy' && row(code).severity === 'error');
  const [first] = lossy;
  if (first === undefined || only !== null) return unchanged();
  const codes = [...new Set(lossy.map(({ code }) => code))];
  return refused({ codes: codes, reason: `${first.detail}: needs --lossy, or --only ${first.code}` });
}

interface Healed {
  readonly file: SessionFile;
  readonly edits: readonly Edit[];
  readonly codes: readonly Code[];
  readonly notes: readonly string[];
}

function runPasses(id: string, file: SessionFile, ask: AskFor<'heal'>): Healed {
  const size = file.source?.size ?? 0;
  let bytes: Uint8Array = Uint8Array.from(file.source?.slice(0, size) ?? []);
  let healed: Healed = { file, edits: [], codes: [], notes: [] };
  for (const pass of PASSES) {
    const due = findingsOf(id, healed.file).filter(({ code }) => pass.codes.includes(code) && isAsked(code, ask));
    if (due.length === 0) continue;
    const { edits, notes } = pass.repair({ id, file: healed.file, bytes, due });
    if (edits.length === 0) continue;
    bytes = applyEdits(bytes, edits);
    healed = {
      file: openFile(partOf(file, bytes), 'session'),
      edits: composeEdits(size, healed.edits, edits),
      codes: [...new Set([...healed.codes, ...due.map(({ code }) => code)])],
      notes: [...healed.notes, ...notes],
    };
  }
  return healed;
}

function partOf({ part }: SessionFile, bytes: Uint8Array): SessionFile['part'] {
  const source = { size: bytes.length, slice: (at: number, length: number) => bytes.subarray(at, at + length) };
  return { ...part, size: bytes.length, source };
}
