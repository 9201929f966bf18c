# convo completion for bash: source this file, or print it with `convo completion bash`.
_convo() {
  local kind='' line word about
  local -a lines=() shown=()
  COMPREPLY=()
  { read -r kind; mapfile -t lines; } < <(convo __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  for line in "${lines[@]}"; do
    # Quoted, because it may come from a store.
    printf -v word '%q' "${line%%$'\t'*}"
    about=${line#*$'\t'}
    COMPREPLY+=("$word")
    shown+=("$word${about:+  ($about)}")
  done
  # Of several, only what they share is inserted: they can be shown with what each is. Not so where TAB goes through them.
  if ((${#COMPREPLY[@]} > 1)) && [[ ${COMP_TYPE:-9} != 37 && ${COMP_TYPE:-9} != 42 ]]; then
    COMPREPLY=("${shown[@]}")
  fi
  if [[ $kind == files ]]; then compopt -o default 2>/dev/null; fi
}
complete -F _convo convo
