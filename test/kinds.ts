import { wholeKinds } from '../src/stores/registry.ts';

/** Every kind of store, with all its code. */
export const KINDS = await wholeKinds();
