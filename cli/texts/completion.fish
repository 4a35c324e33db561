# fish completion of sortscope
function __sortscope_words
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete-words $words[2..] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c sortscope -f -a '(__sortscope_words)'
