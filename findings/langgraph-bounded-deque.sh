#!/usr/bin/env bash
# langgraph 1.2.24 keeps the state of a thread in a checkpoint after each step. A node that holds the last two words in `deque(maxlen=2)` and
# counts words in a `Counter` gets a deque without a limit and a plain dict back with the next question of the thread: `maxlen` is not
# written, and each subclass of dict is written as a dict. So the "last two" are all words after four questions, and `Counter` is gone where
# the node begins, while the answer of each question has the types that the node gave. The saver in memory does this too, so nothing has to
# be restarted. Exit code 0, no warning.
# Seen, of four questions in one thread: "a: none none; b: dict None; c: dict None; d: dict None; last a b c d; answer Counter".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet langgraph==1.2.24 langgraph-checkpoint==4.3.2
cat >ask.py <<'PY'
from collections import Counter, deque
from typing import TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    word: str
    last: deque
    seen: Counter


came = []


def note(state):
    last, seen, word = state.get('last'), state.get('seen'), state['word']
    came.append(f'{word}: none none' if last is None else f'{word}: {type(seen).__name__} {last.maxlen}')
    last = deque(maxlen=2) if last is None else last
    last.append(word)
    return {'last': last, 'seen': Counter(seen or {}) + Counter([word])}


graph = StateGraph(State)
graph.add_node('note', note)
graph.add_edge(START, 'note')
graph.add_edge('note', END)
app = graph.compile(checkpointer=InMemorySaver())
for word in 'abcd':
    answer = app.invoke({'word': word}, {'configurable': {'thread_id': 'one'}})
print('; '.join(came) + f"; last {' '.join(answer['last'])}; answer {type(answer['seen']).__name__}")
PY
seen=$(venv/bin/python ask.py)
echo "$seen"
[ "$seen" = "a: none none; b: dict None; c: dict None; d: dict None; last a b c d; answer Counter" ]
