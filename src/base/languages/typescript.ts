import type { Language } from './language.js';
import { typescriptTooLarge } from './script-size.js';

export const TYPESCRIPT = {
  title: 'TypeScript',
  scriptFile: 'workflow.ts',
  runsOnNode: true,
  ending: '.ts',
  tooLarge: typescriptTooLarge,
  // Type declarations are not scripts.
  scripts: /(?<!\.d)\.[cm]?ts$/,
  tests: /\.test\.[cm]?[jt]s$/,
  madeFolders: ['node_modules'],
  setupPhases: ['Installing dependencies', 'Running'],
  example:
    'export async function run(params, reporter) {\n  return await reporter.files.read("/a.txt");\n}',
  stack: {
    // V8 names no function where an anonymous one was awaited: `at async workflow.ts:3:9`.
    frame:
      /^(?<before>\s*at (?:(?:async )?(?<name>.+) \(|async )?)(?<file>[^()]+):(?<line>\d+):(?<column>\d+)\)?$/,
    begins: /^(?<depth> *)(?:Caused by|Error \d+ of \d+): /,
    quotes: false,
    innermost: 'first',
    besideScript: false,
  },
} as const satisfies Language;
