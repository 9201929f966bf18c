#!/usr/bin/env bash
# atif-make 0.10.0: what a person took back is in the trajectory like all else. Of a Claude Code session that was rewound to its first
# question, both branches stand one after the other, though the program goes on with one; of a Codex thread the turn that was rolled
# back stays (a `thread_rolled_back` record). Neither is marked, so a model that is trained on it learns the answer that was rejected.
# Seen: the questions "pears, plums, figs" of a session that goes on with pears and figs alone, for both programs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet atif-make==0.10.0
cat >make.py <<'PY'
import json

SESSION = "11111111-1111-4111-8111-111111111111"
THREAD = "019b0000-0000-7000-8000-000000000001"


def claude(n, parent, role, text):
    content = text if role == "user" else [{"type": "text", "text": text}]
    more = {} if role == "user" else {"id": f"msg_{n}", "type": "message", "model": "claude-example", "stop_reason": "end_turn"}
    uuid = "00000000-0000-4000-8000-00000000000{}".format
    return {
        "parentUuid": None if parent is None else uuid(parent),
        "isSidechain": False,
        "userType": "external",
        "cwd": "/srv/app",
        "sessionId": SESSION,
        "version": "2.1.332",
        "type": role,
        "message": {"role": role, "content": content, **more},
        "uuid": uuid(n),
        "timestamp": f"2026-11-01T10:00:0{n}.000Z",
    }


def codex(kind, payload):
    return {"timestamp": "2026-11-01T10:00:00.000Z", "type": kind, "payload": payload}


def turn(question, answer):
    parts = (("user", "input_text", question), ("assistant", "output_text", answer))
    said = [codex("response_item", {"type": "message", "role": r, "content": [{"type": t, "text": w}]}) for r, t, w in parts]
    shown = [codex("event_msg", {"type": "user_message", "message": question, "images": []}),
             codex("event_msg", {"type": "agent_message", "message": answer})]
    return [said[0], shown[0], said[1], shown[1]]


def write(name, records):
    with open(name, "w") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


write("session.jsonl", [
    claude(0, None, "user", "pears"), claude(1, 0, "assistant", "Planted."),
    claude(2, 1, "user", "plums"), claude(3, 2, "assistant", "Planted."),
    claude(4, 1, "user", "figs"), claude(5, 4, "assistant", "Planted."),
])
meta = {"id": THREAD, "timestamp": "2026-11-01T10:00:00.000Z", "cwd": "/srv/app", "originator": "codex_cli_rs",
        "cli_version": "0.98.0", "source": "cli", "model_provider": "openai"}
rolled_back = codex("event_msg", {"type": "thread_rolled_back", "num_turns": 1})
write(f"rollout-2026-11-01T10-00-00-{THREAD}.jsonl", [
    codex("session_meta", meta), *turn("pears", "Planted."), *turn("plums", "Planted."), rolled_back, *turn("figs", "Planted."),
])
PY
python3 make.py
for log in session.jsonl rollout-*.jsonl; do
  venv/bin/atif-make convert "$log" --json >out.json
  questions=$(python3 -c 'import json; print(*(s["message"] for s in json.load(open("out.json"))["steps"] if s["source"] == "user"), sep=", ")')
  echo "${log%%[-.]*}: $questions"
  [ "$questions" = "pears, plums, figs" ]
done
