# convo completion for fish: save this file in ~/.config/fish/completions, or print it with `convo completion fish`.
function __convo_complete
    set -l last (commandline -ct)
    set -l before (commandline -opc)
    set -l lines (convo __complete $before[2..-1] "$last" 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path "$last"
    end
    printf '%s\n' $lines[2..-1]
end
complete -c convo -f -a '(__convo_complete)'
