import { cmd, filled, ID } from '../model/command.ts';
import type { Conversation } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { sentence } from '../model/sentence.ts';
import { type GoneFolder, goneLines } from '../report/go-on.ts';
import { worldFor } from './change/world.ts';
import type { Env } from './env.ts';
import { EXIT, type Exit } from './exit.ts';
import type { Job } from './job.ts';

/** Seconds since the last write in which a program may still have a conversation open. */
const FRESH = 60;

/** An id may be the name of a file, and Windows starts programs by a shell. */
const HARMLESS = /^\w[\w.-]*$/;

/**
 * Starts the program with the conversation; 3 where it fails. Throws Failure `refused` where the folder is gone, the conversation may be
 * open, or its id is no plain word.
 */
export async function startProgram(job: Job, conversation: Conversation, gone: GoneFolder | null): Promise<Exit> {
  const { env, err } = job;
  const { kind, id, cwd } = conversation;
  const { launch } = env;
  if (launch === undefined || env.stdout.isTTY !== true)
    throw new Failure('usage', '--exec is for a terminal', printsLine(id, 'prints the line.'));
  if (!HARMLESS.test(id))
    throw new Failure(
      'refused',
      `a shell may take the id ${id} for more than a word`,
      printsLine(id, 'prints the line.'),
    );
  const [inTheWay, moved = ''] = goneLines(conversation, gone, Number.POSITIVE_INFINITY);
  if (inTheWay !== undefined) throw new Failure('refused', inTheWay, moved.trim());
  refuseOpen(job, conversation);
  await err.flush();
  const [program = '', ...words] = [...(KIND_TABLE[kind].resume ?? '').split(' '), id];
  return launched(launch, program, words, gone === null && cwd ? cwd : env.cwd);
}

function printsLine(id: string, what: string) {
  return sentence`${filled(cmd`resume ${ID}`, { ID: id })} ${what}`;
}

function refuseOpen(job: Job, { id, updatedAt }: Conversation): void {
  const open = worldFor(job)
    .processes?.()
    .find(({ command }) => command.includes(id));
  const isFresh = updatedAt !== null && job.clock.now - updatedAt < FRESH;
  if (open === undefined && !isFresh) return;
  const why = open === undefined ? `${id} was written to within the last minute` : `process ${open.pid} has ${id} open`;
  throw new Failure('refused', why, printsLine(id, 'prints the line all the same.'));
}

async function launched(
  launch: NonNullable<Env['launch']>,
  program: string,
  words: readonly string[],
  folder: string,
): Promise<Exit> {
  try {
    return (await launch(program, words, folder)) === 0 ? EXIT.done : EXIT.unjudged;
  } catch (error) {
    throw new Failure('failed', `${program} could not be started: ${error instanceof Error ? error.message : error}`);
  }
}
