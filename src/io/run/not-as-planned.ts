/** This Change cannot be made as planned, and nothing of it is; `message` is read after the path. */
export class NotAsPlanned extends Error {
  override readonly name = 'NotAsPlanned';
}
