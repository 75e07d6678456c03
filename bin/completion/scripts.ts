// The scripts call `hoglet completion <shell> -- <words> =<last word>`, which prints a candidate a line, with a tab before a few words
// about it, and `:files` where a file may come. The `=` keeps an empty last word, which PowerShell would drop.
//
// Written here, because the library for commander (@bomb.sh/tab 0.0.22) evaluates the words of the line in bash, needs the package
// bash-completion, does not quote names such as "signed up", and never offers files.

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

const bash = String.raw`# Completion of hoglet for bash: eval "$(hoglet completion bash)" in ~/.bashrc
_hoglet() {
  local current="${"$"}{COMP_WORDS[COMP_CWORD]}" value about quoted
  local words=("${"$"}{COMP_WORDS[@]:1:COMP_CWORD-1}")
  [ "$current" = "=" ] && current=""
  case "$current" in \"*|\'*) quoted=yes ;; esac
  COMPREPLY=()
  while IFS=$'\t' read -r value about; do
    if [ "$value" = ":files" ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
    elif [ -n "$quoted" ]; then
      COMPREPLY+=("$value")
    else
      COMPREPLY+=("$(printf %q "$value")")
    fi
  done < <(hoglet completion bash -- "${"$"}{words[@]}" "=$current" 2>/dev/null)
}
complete -F _hoglet hoglet
`;

const zsh = String.raw`#compdef hoglet
# Completion of hoglet for zsh: source <(hoglet completion zsh) in ~/.zshrc, behind compinit
_hoglet() {
  local line value about
  local -a described given
  given=("${"$"}{(@Q)words[2,CURRENT-1]}")
  while IFS= read -r line; do
    value="${"$"}{line%%$'\t'*}"
    about="${"$"}{line#*$'\t'}"
    if [[ "$value" == ":files" ]]; then
      _files
    else
      described+=("${"$"}{value//:/\\:}:$about")
    fi
  done < <(hoglet completion zsh -- "${"$"}{given[@]}" "=${"$"}{(Q)words[CURRENT]}" 2>/dev/null)
  (( ${"$"}{#described} )) && _describe -V hoglet described
}
compdef _hoglet hoglet
`;

const fish = String.raw`# Completion of hoglet for fish: hoglet completion fish > ~/.config/fish/completions/hoglet.fish
function __hoglet_complete
    set -l given (commandline -opc)
    set -l last (commandline -ct | string unescape)
    for line in (hoglet completion fish -- $given[2..-1] "=$last" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$last"
        else
            echo $line
        end
    end
end
complete -c hoglet -f -a '(__hoglet_complete)'
`;

const powershell = String.raw`# Completion of hoglet for PowerShell: hoglet completion powershell | Out-String | Invoke-Expression, in $PROFILE
Register-ArgumentCompleter -Native -CommandName hoglet -ScriptBlock {
  param($word, $ast, $position)
  $given = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $last = $word.Trim([char]39, [char]34)
  & hoglet completion powershell -- @given "=$last" 2>$null | ForEach-Object {
    $value, $about = $_ -split [char]9, 2
    if ($value -eq ':files') { return }
    $text = if ($value -match '[^\w$.:/=-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    $about = if ($about) { $about } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
  }
}
`;

export const SCRIPTS: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };

/**
 * The words as bash has them: with their quotes and backslashes, and `=` as a word of its own behind a flag.
 * @returns the words that they mean
 */
export function unquoteBash(words: readonly string[]): string[] {
  return words.filter((word, at) => !(word === "=" && words[at - 1]?.startsWith("--") === true)).map(unquote);
}

function unquote(word: string): string {
  if (word.startsWith("'")) return word.slice(1).replace(/'$/, "");
  const bare = word.startsWith('"') ? word.slice(1).replace(/(?<!\\)"$/, "") : word;
  return bare.replaceAll(/\\(.)/gs, "$1");
}
