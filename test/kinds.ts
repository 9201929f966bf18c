export { KINDS } from '../src/stores/registry.ts';
