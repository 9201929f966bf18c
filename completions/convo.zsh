#compdef convo
# convo completion for zsh: save this file as _convo in a folder of $fpath, or print it with `convo completion zsh`.
_convo() {
  local kind line
  local -a lines values shown
  lines=("${(@f)$(convo __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  kind=$lines[1]
  for line in "${(@)lines[2,-1]}"; do
    values+=("${line%%$'\t'*}")
    shown+=("${line/$'\t'/  }")
  done
  if [[ $kind == files ]]; then
    _files
  elif (( $#values )); then
    compadd -l -d shown -a values
  fi
}
compdef _convo convo
if [[ ${funcstack[1]} == _convo ]]; then _convo "$@"; fi
