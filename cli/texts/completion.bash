# bash completion of sortscope
_sortscope() {
    local cur="${COMP_WORDS[COMP_CWORD]}" word
    [ "$cur" = "=" ] && cur=""
    COMPREPLY=()
    compopt -o nosort 2>/dev/null
    while IFS=$'\t' read -r word _; do
        if [ "$word" = ":files" ]; then
            compopt -o filenames 2>/dev/null
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
        else
            COMPREPLY+=("$word")
        fi
    done < <("${COMP_WORDS[0]}" complete-words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _sortscope sortscope
