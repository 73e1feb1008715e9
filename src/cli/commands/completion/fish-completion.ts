import { allNodes, type CommandNode, type OptionNode } from './command-tree.js';

export function fishCompletion(root: CommandNode): string {
  const nodes = allNodes(root);
  const below = nodes.slice(1).map(({ path }) => quoted(path));
  return `# Completion of metarun for fish: ~/.config/fish/completions/metarun.fish
function __metarun_at
    set -l at ${root.name}
    for token in (commandline -opc)[2..-1]
        switch "$at $token"
            case ${below.join(' ')}
                set at "$at $token"
        end
    end
    test "$at" = "$argv[1]"
end
${nodes.flatMap(lines).join('\n')}
`;
}

function lines({ path, children, options, argumentChoices }: CommandNode): string[] {
  const head = `complete -c metarun -n ${quoted(`__metarun_at "${path}"`)}`;
  return [
    ...children.map(
      ({ name, description }) => `${head} -f -a ${quoted(name)} -d ${quoted(description)}`,
    ),
    ...argumentChoices.map((choice) => `${head} -f -a ${quoted(choice)}`),
    ...options.map(
      (option) => `${head} ${buildOptionFlags(option)} -d ${quoted(option.description)}`,
    ),
  ];
}

function buildOptionFlags({ flags, takesValue, choices }: OptionNode): string {
  const words = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  if (choices.length > 0) words.push(`-x -a ${quoted(choices.join(' '))}`);
  else if (takesValue) words.push('-r');
  return words.join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
