import { fieldsNamed, fieldsOf } from '../../../codecs/json/value.ts';
import { METADATA_TYPES } from './metadata-types.ts';

/** Types of the records of a conversation, in the order of `CLASS`. */
export const TALKING = ['user', 'assistant', 'system', 'attachment', 'progress'];
/** Those, and those of metadata. */
export const RECORD_TYPES = fieldsOf([...TALKING, ...METADATA_TYPES]);
/** Of records of the system that are sent, or compact. */
export const SUBTYPES = fieldsNamed('compact_boundary', 'local_command');
