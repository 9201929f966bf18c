import { errorCode } from '../../io/disk/error-code.ts';
import { type Journal, journalOf } from '../../io/journal/journal.ts';
import { removeMarker, writeMarker } from '../../io/journal/marker.ts';
import type { World } from '../../io/world.ts';
import type { RootRun } from './run-report.ts';

/** Marks the journals of a command until it came to the end of its stores: a kill between two of them leaves no other trace. */
export class GoingOn {
  readonly #disk: World['disk'];
  readonly #journals: Journal[] = [];

  constructor({ disk }: World) {
    this.#disk = disk;
  }

  async begin(root: string, run: string): Promise<void> {
    const journal = journalOf(root, run);
    this.#journals.push(journal);
    await ignoringDisk(() => writeMarker(this.#disk, journal, 'goes-on', null));
  }

  async end(): Promise<void> {
    for (const journal of this.#journals) await ignoringDisk(() => removeMarker(this.#disk, journal, 'goes-on'));
  }
}

/** The marker is a note alone: a full disk, or a journal that was pruned meanwhile, does not stop a change. */
async function ignoringDisk(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (errorCode(error) === null) throw error;
  }
}

/** Removes the marks of runs that have nothing left to begin with. */
export async function endGoingOn(world: World, runs: readonly RootRun[]): Promise<void> {
  for (const { root, run } of runs) await ignoringDisk(() => removeMarker(world.disk, journalOf(root, run), 'goes-on'));
}
