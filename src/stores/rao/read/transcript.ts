import { pointerOf } from '../../../codecs/json/pointer.ts';
import { quote } from '../../../codecs/json/quote.ts';
import type { Section, Transcript } from '../../../model/conversation.ts';
import type { Folder } from '../folder.ts';
import { type Display, display, type Stop } from './display.ts';
import { saidOf } from './said.ts';

/**
 * A conversation as Rao shows it, in its order; what Rao does not show is hidden. Of a damaged one what is whole. A message
 * that is both a call and a text is reported twice.
 */
export function transcriptOf(folder: Folder): Transcript {
  const drawn = display(folder);
  const isList = folder.log().rootKind === 'array';
  const said = drawn.messages.flatMap((message) => {
    const at = isList ? `/${message.index}` : pointerOf(message.value);
    return saidOf(message, drawn.shown.get(message.index) ?? []).map((each) => ({ at, ...each }));
  });
  return {
    messages: said.map((each, index) => ({ index, ...each })),
    metadata: { source: 'null' },
    memory: { source: '[]' },
    tasks: { source: '{}' },
    ...sectionsOf(drawn),
  };
}

function sectionsOf({ stop }: Display): Pick<Transcript, 'sections'> {
  return stop === null ? {} : { sections: [stopSection(stop)] };
}

/** Rao draws nothing after an error, and the person should know why the rest is hidden. */
function stopSection({ message, why }: Stop): Section {
  const where = message === null ? 'before the first message' : `at /${message.index}`;
  return {
    key: 'display',
    title: 'display',
    value: { source: `{"stops":${quote(where)},"because":${quote(why)}}` },
    lines: [`Rao stops ${where}: ${why}. What it does not get to is hidden (--all).`],
  };
}
