#!/usr/bin/env bash
# llama-index-core 0.14.25, which requires `pydantic>=2.8.0`, writes no chat store with pydantic 2.14, which pip chooses today:
# `SimpleChatStore.persist` and `ChatMemoryBuffer.to_string` end with "Error calling function `chat_message_serialization`" for any message.
# The store's serializer hands its `info` on to pydantic's handler as a second argument, where an index or a key belongs. Until 2.13 that was
# taken, and from 2.14 on it is refused. A store without messages is written, and so is each message by itself: it fails once something was said.
# Seen, of one store with a question and an answer: "2.14.4: empty written, message written, store PydanticSerializationError, memory
# PydanticSerializationError; 2.13.4: empty written, message written, store written, memory written".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet llama-index-core==0.14.25 pydantic==2.14.4
cat >save.py <<'PY'
import pydantic
from llama_index.core.llms import ChatMessage
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.storage.chat_store import SimpleChatStore

said = [ChatMessage(role='user', content='Which FRUIT grows here?'), ChatMessage(role='assistant', content='Pears.')]
store = SimpleChatStore(store={'ada': said})
tries = {'empty': lambda: SimpleChatStore().persist('empty.json'), 'message': said[0].model_dump_json,
         'store': lambda: store.persist('store.json'), 'memory': ChatMemoryBuffer.from_defaults(chat_history=said).to_string}
outcomes = []
for name, save in tries.items():
    try:
        save()
        outcomes.append(f'{name} written')
    except Exception as error:
        outcomes.append(f'{name} {type(error).__name__}')
print(f"{pydantic.VERSION}: {', '.join(outcomes)}")
PY
newer=$(venv/bin/python save.py)
venv/bin/pip install --quiet pydantic==2.13.4
older=$(venv/bin/python save.py)
seen="$newer; $older"
echo "$seen"
[ "$seen" = "2.14.4: empty written, message written, store PydanticSerializationError, memory PydanticSerializationError; \
2.13.4: empty written, message written, store written, memory written" ]
