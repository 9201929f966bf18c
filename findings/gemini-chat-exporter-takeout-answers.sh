#!/usr/bin/env bash
# gemini-chat-exporter 0.1.3 imports what Google's Takeout has of Gemini Apps (`MyActivity.json`), "the authoritative route". There an answer stands
# in `safeHtmlItem`, as HTML, and `subtitles` says what belongs to the question: "Attached 1 file.", its name, the Gem that was used. The
# import takes the subtitles for the answer and never looks at `safeHtmlItem`. So no answer is in the export; where a file was attached
# the model is made to say its name, and else nothing: "many records carry no model response" is given as the reason. The verifier that is
# to refuse a corrupt export says PASS, and the manifest `complete`.
# Seen, of a question with a picture and a plain one, each with its answer: "Are these pears? | Gemini: Attached 1 file. - pears.png; And the
# plums?; answers 0 of 2; without_response 1; complete True".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet gemini-chat-exporter==0.1.3
cat >MyActivity.json <<'EOF'
[{
  "header": "Gemini Apps", "title": "Prompted And the plums?", "time": "2026-11-01T10:05:00.000Z",
  "products": ["Gemini Apps"], "activityControls": ["Gemini Apps Activity"],
  "safeHtmlItem": [{"html": "<p>The plums are rotten.</p>"}]
}, {
  "header": "Gemini Apps", "title": "Prompted Are these pears?", "time": "2026-11-01T10:00:00.000Z",
  "products": ["Gemini Apps"], "activityControls": ["Gemini Apps Activity"],
  "subtitles": [{"name": "Attached 1 file."}, {"name": "-  pears.png", "url": "pears-1e98.png"}], "imageFile": "pears-1e98.png",
  "safeHtmlItem": [{"html": "<p>These are quinces.</p>"}]
}]
EOF
venv/bin/gemini-export --import-takeout MyActivity.json --out out >said.txt
cat >read.py <<'PY'
import json
import pathlib
import re

names = [path for path in pathlib.Path('out').rglob('*.json') if path.name != 'manifest.json']
chats = sorted((json.loads(path.read_text()) for path in names), key=lambda chat: chat['created'])
said = []
for chat in chats:
    turns = [('Gemini: ' if turn['role'] != 'user' else '') + ' '.join(turn['text'].split()) for turn in chat['turns']]
    said.append(' | '.join(turns))
whole = ''.join(path.read_text() for path in pathlib.Path('out').rglob('*') if path.is_file())
found = sum(words in whole for words in ('The plums are rotten.', 'These are quinces.'))
without = re.search(r'without_response: (\d+)', pathlib.Path('said.txt').read_text()).group(1)
manifest = json.loads(next(pathlib.Path('out').rglob('manifest.json')).read_text())
print('; '.join([*said, f'answers {found} of 2', f'without_response {without}', f"complete {manifest['complete']}"]))
PY
seen=$(python3 read.py)
echo "$seen"
[ "$seen" = 'Are these pears? | Gemini: Attached 1 file. - pears.png; And the plums?; answers 0 of 2; without_response 1; complete True' ]
