#compdef sortscope
_sortscope() {
    local -a described
    local line word files
    while IFS= read -r line; do
        if [[ $line == ":files" ]]; then
            files=1
        else
            word=${line%%$'\t'*}
            described+=("${word//:/\\:}:${line#*$'\t'}")
        fi
    done < <($words[1] complete-words "${(@)words[2,CURRENT]}" 2>/dev/null)
    (( $#described )) && _describe sortscope described
    [[ -n $files ]] && _files
}
if [ "$funcstack[1]" = "_sortscope" ]; then
    _sortscope "$@"
else
    compdef _sortscope sortscope
fi
