import { cmd, ID, PATH, RUN, shell } from '../command.ts';
import { LIST_TARGET, LS, NEW_SEAL, READLINK, RUNS } from './next.ts';
import { type FindingRow, notJudged, rule } from './row.ts';

export const storeRules = {
  ST001: notJudged('error', 'refuses', 'A file cannot be read', LS),
  ST002: notJudged('error', 'refuses', 'A folder cannot be read', shell`ls -ld ${PATH}`),
  ST003: notJudged('error', 'refuses', 'Something other than a file has the name of one', LS),
  ST004: notJudged('error', 'refuses', 'A name is not UTF-8', shell`ls -b ${PATH}`),
  ST005: notJudged('warning', 'reads', 'A link points out of the store', LIST_TARGET),
  ST006: rule('warning', 'manual', 'refuses', 'Dangling link', READLINK),
  ST007: notJudged('warning', 'reads', 'A file kept changing while it was read', cmd`verify`),
  ST008: notJudged('error', 'reads', 'A file is larger than 2 GiB', shell`ls -lh ${PATH}`),
  ST009: notJudged('warning', 'reads', 'A file disappeared while it was being read', cmd`verify`),
  ST010: notJudged('error', 'reads', 'convo itself failed on a conversation', cmd`verify ${ID} --debug`),
  ST401: rule('error', 'manual', 'reads', 'A run was interrupted', cmd`resume ${RUN}`),
  ST402: rule('warning', 'manual', 'reads', 'A run of convo left a temporary file', RUNS),
  ST403: rule('info', 'manual', 'reads', 'A file in the store has no known purpose', cmd`verify --only ST403`),
  ST404: rule('warning', 'manual', 'reads', 'The journal of convo cannot be used', RUNS),
  ST405: rule('warning', 'manual', 'reads', 'The journal of a run cannot be read', RUNS),
  ST406: rule('warning', 'manual', 'reads', 'A run was undone only in part', cmd`undo ${RUN}`),
  ST501: rule('error', 'manual', 'reads', 'A sealed conversation is gone', [RUNS, ', then ', cmd`undo ${RUN}`, ' if convo deleted it; else a backup']),
  ST502: rule('error', 'manual', 'reads', 'A conversation was changed without a new time stamp', 'compare the file with a backup'),
  ST503: rule('error', 'manual', 'reads', 'The history of a conversation was rewritten', 'compare the file with a backup'),
  ST504: rule('info', 'manual', 'reads', 'A conversation has grown since the seal', NEW_SEAL),
  ST505: rule('info', 'manual', 'reads', 'A conversation is newer than the seal', NEW_SEAL),
  ST506: rule('info', 'manual', 'reads', 'A sealed conversation is at another place', NEW_SEAL),
  ST507: rule('info', 'manual', 'reads', 'A sealed file that belongs to no conversation differs', NEW_SEAL),
  ST508: rule('error', 'manual', 'reads', 'A store holds fewer conversations than before', [cmd`verify --against FILE`, ' with a seal names them; --update-baseline accepts the new counts']),
  ST509: rule('info', 'manual', 'reads', 'A sealed conversation was changed by convo alone', NEW_SEAL),
} as const satisfies Record<`ST${number}`, FindingRow>;
