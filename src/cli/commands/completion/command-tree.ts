import type { Command } from 'commander';

/** A command as completions know it. */
export interface CommandNode {
  /** From the first word on: `metarun tasks list`. */
  path: string;
  name: string;
  description: string;
  children: CommandNode[];
  options: OptionNode[];
  /** The values that its first argument may have; empty if that is anything. */
  argumentChoices: string[];
}

export interface OptionNode {
  /** `--status`, `-r`: as they are typed. */
  flags: string[];
  description: string;
  /** True if a value follows. */
  takesValue: boolean;
  choices: string[];
}

/** Returns what can be typed, according to commander. Hidden commands and options are left out. */
export function commandTree(command: Command, above = ''): CommandNode {
  const help = command.createHelp();
  const path = `${above} ${command.name()}`.trim();
  return {
    path,
    name: command.name(),
    description: firstSentence(command.description()),
    children: help
      .visibleCommands(command)
      .filter((child) => child.name() !== 'help')
      .map((child) => commandTree(child, path)),
    options: help.visibleOptions(command).map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
      description: option.description,
      takesValue: option.required || option.optional,
      choices: words(option.argChoices),
    })),
    argumentChoices: words(command.registeredArguments[0]?.argChoices),
  };
}

/** All of a tree, parents first. */
export function allNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(allNodes)];
}

/** Those that a shell takes as one word as they are. */
function words(choices: readonly string[] | undefined): string[] {
  return (choices ?? []).filter((choice) => /^[\w.:-]+$/.test(choice));
}

function firstSentence(text: string): string {
  return text.split(/[.:;](?:\s|$)/)[0] ?? text;
}
