import type { Language } from './language.js';
import { pythonTooLarge } from './script-size.js';

export const PYTHON = {
  title: 'Python',
  scriptFile: 'workflow.py',
  runsOnNode: false,
  ending: '.py',
  tooLarge: pythonTooLarge,
  scripts: /\.py$/,
  tests: /^test_.*\.py$/,
  madeFolders: ['__pycache__'],
  setupPhases: ['Installing dependencies', 'Running'],
  example: 'def run(params, reporter):\n    return reporter.files.read("/a.txt")',
  stack: {
    // Frames of an exception group are preceded by bars.
    frame: /^(?<before>[ |]*File ")(?<file>[^"<>]+)", line (?<line>\d+)(?:, in (?<name>.+))?/,
    begins: /^(?<depth>[ |+]*)(?:Exception Group )?Traceback \(most recent call last\):$/,
    quotes: true,
    innermost: 'last',
    besideScript: true,
  },
} as const satisfies Language;
