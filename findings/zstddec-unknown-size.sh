#!/usr/bin/env bash
# zstddec 0.3.4 decodes Zstandard in WebAssembly. A frame need not say how long its text is, and one that was written as a stream (`zstd` in a
# pipe, a log that is compressed while it grows) does not. Of such a frame `decode(bytes)` returns 16.9 MB, in which none of the text is. With
# the length as its second argument, or any greater one, it returns the text; with a smaller one nothing, as from an empty file. Nothing throws.
# Its README says that it may fail with an error where the length is neither known nor given. `zstddec/stream`, of that package, reads the frame.
# Seen, of a frame of 3,000 lines, 36,000 bytes, without its length: "16908218 bytes, text no; given 36000: 36000 bytes, text yes; given 50000:
# 36000 bytes, text yes; given 35999: 0 bytes, text no; stream: 36000 bytes, text yes".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts zstddec@0.3.4
cat >decode.mjs <<'JS'
import { ZSTDDecoder } from 'zstddec';
import { ZSTDDecoder as StreamDecoder } from 'zstddec/stream';

const text = Buffer.from('{"first":1}\n'.repeat(3000));
const frame = Uint8Array.from(Buffer.from('KLUv/QBYpQAAYHsiZmlyc3QiOjF9CgEAkYzrJQk=', 'base64'));
const [decoder, stream] = [new ZSTDDecoder(), new StreamDecoder()];
await Promise.all([decoder.init(), stream.init()]);
const said = (bytes) => `${bytes.length} bytes, text ${Buffer.from(bytes).includes(text) ? 'yes' : 'no'}`;
const given = [36000, 50000, 35999].map((size) => `given ${size}: ${said(decoder.decode(frame, size))}`);
console.log([said(decoder.decode(frame)), ...given, `stream: ${said(stream.decode(frame))}`].join('; '));
JS
seen=$(node decode.mjs)
echo "$seen"
[ "$seen" = "16908218 bytes, text no; given 36000: 36000 bytes, text yes; given 50000: 36000 bytes, text yes; \
given 35999: 0 bytes, text no; stream: 36000 bytes, text yes" ]
