#!/usr/bin/env bash
# toml-patch 0.2.3 changes a TOML file by the value that it should have ("while preserving comments and formatting"). To change a value does
# that. What is added goes before the first line, and the line end between is missing. Where that line is a comment, as in a settings file of
# Codex, the file is still TOML and says something else: a new table takes the top-level settings below it, and a new server stands at the top
# under its last name. Where the first line is a setting, the file is no TOML any more. Nothing throws.
# Seen: "change {model: n}; table {features: {undo: true, model: m}}; server {more: {command: x}, model: m}; without a comment none, none"
# (the rest of the file unchanged in each), read by smol-toml 1.6.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund toml-patch@0.2.3 smol-toml@1.6.1 >/dev/null
cat >try.mjs <<'JS'
import { parse } from 'smol-toml';
import TOML from 'toml-patch';

const settings = 'model = "m"\n\n[mcp_servers.docs]\ncommand = "npx"\n';
const commented = `# mine\n${settings}`;

function patched(text, change) {
  const value = TOML.parse(text);
  change(value);
  try {
    const { mcp_servers: servers, ...rest } = parse(TOML.patch(text, value));
    if (JSON.stringify(servers) !== '{"docs":{"command":"npx"}}') return 'other servers';
    return JSON.stringify(rest).replaceAll('"', '').replaceAll(':', ': ').replaceAll(',', ', ');
  } catch {
    return 'none';
  }
}

const changed = (value) => Object.assign(value, { model: 'n' });
const table = (value) => Object.assign(value, { features: { undo: true } });
const server = (value) => Object.assign(value.mcp_servers, { more: { command: 'x' } });
console.log(
  `change ${patched(commented, changed)}; table ${patched(commented, table)}; server ${patched(commented, server)}; ` +
    `without a comment ${patched(settings, table)}, ${patched(settings, server)}`,
);
JS
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = 'change {model: n}; table {features: {undo: true, model: m}}; server {more: {command: x}, model: m}; without a comment none, none' ]
