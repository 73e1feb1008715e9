import { allNodes, type CommandNode, type OptionNode } from './command-tree.js';

export function zshCompletion(root: CommandNode): string {
  const nodes = allNodes(root);
  const below = nodes.slice(1).map(({ path }) => `'${path}'`);
  return `#compdef metarun
# Completion of metarun for zsh: put it as _metarun into a folder of fpath, or source it after compinit.
_metarun() {
  local at=${root.name} i
  local -a commands options values
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      ${below.join(' | ')}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${nodes.flatMap(valueCases).join('')}  esac
  case "$at" in
${nodes.map(nodeCase).join('')}  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _metarun ]]; then _metarun "$@"; else compdef _metarun metarun; fi
`;
}

function nodeCase({ path, children, options, argumentChoices }: CommandNode): string {
  const commands = [
    ...children.map(({ name, description }) => entry(name, description)),
    ...argumentChoices.map((choice) => quoted(choice)),
  ];
  const flags = options.flatMap((option) =>
    option.flags.map((flag) => entry(flag, option.description)),
  );
  return `    '${path}')
      commands=(${commands.join(' ')})
      options=(${flags.join(' ')})
      ;;\n`;
}

function valueCases({ path, options }: CommandNode): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, choices }: OptionNode) => {
      const typed = flags.map((flag) => `'${path} ${flag}'`).join(' | ');
      const does =
        choices.length === 0 ? '_files' : `values=(${choices.join(' ')}); _describe value values`;
      return `    ${typed}) ${does}; return ;;\n`;
    });
}

/** Returns `name:description` in the syntax of _describe. */
function entry(name: string, description: string): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
