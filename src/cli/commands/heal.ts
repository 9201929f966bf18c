import { CHANGING } from '../change-flags.ts';
import { changeVerb } from '../change-verb.ts';
import { command, flag, flagMany, toggle } from '../command.ts';
import { findingCode } from '../values/finding-code.ts';
import { phaseChange } from '../values/phase-change.ts';
import { time } from '../values/time.ts';

export const heal = command({
  operands: '[ID...]',
  about:
    'Edits only the bytes that a finding is about; all others stay. What is safe is done; what would lose something is refused ' +
    'until --lossy allows it, and then every loss is reported and the original kept. `convo undo` puts every byte back.',
  flags: {
    ...CHANGING,
    only: flagMany('--only <code>', 'heal only findings of this code; may be given several times', findingCode),
    lossy: toggle('--lossy', 'also heal what loses something, such as torn files'),
    mapPhase: flagMany(
      '--map-phase <old=new>',
      'tenex: write NEW for the phase OLD, which the program does not know; may be given several times',
      phaseChange,
    ),
    timestamp: flag('--timestamp <time>', 'the time of conversations that never had one', time),
  },
  run: (job, ids, { only, lossy, timestamp, mapPhase, ...flags }) =>
    changeVerb(job, {
      verb: 'heal',
      ids,
      flags,
      lossy,
      only: only.length === 0 ? null : only,
      timestamp: timestamp === undefined ? null : Math.floor(timestamp.from),
      mapPhase: new Map(mapPhase),
    }),
});
