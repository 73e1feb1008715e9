import { LANGUAGES, SCRIPT_LANGUAGES, type ScriptLanguage } from './index.js';
import type { StackFormat } from './language.js';

interface Frame {
  before: string;
  file: string;
  line: number;
  /** Text after the file. */
  after: string;
}

/** Returns the stack with `path` in the frames of the script, so that editors find the author's file. */
export function withScriptPath(stack: string, language: ScriptLanguage, path: string): string {
  const { scriptFile, stack: format } = LANGUAGES[language];
  const lines = stack.split('\n').map((text) => {
    const frame = parseFrame(text, format);
    if (frame === null) return text;
    if (frame.file === scriptFile) return frame.before + path + frame.after;
    return format.besideScript ? frame.before + beside(path, frame.file) + frame.after : text;
  });
  return lines.join('\n');
}

/** Returns the path of a file that is named relative to the folder of another one. */
function beside(path: string, file: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + file;
}

/**
 * Returns the place in the author's files where an error was raised, from its stack in any language; null if no frame
 * shows it.
 */
export function raisedAt(stack: string): { file: string; line: number } | null {
  const lines = stack.split('\n');
  for (const language of SCRIPT_LANGUAGES) {
    const { scripts, stack: format } = LANGUAGES[language];
    const frames = lines
      .flatMap((text) => parseFrame(text, format) ?? [])
      .filter(({ file }) => scripts.test(file));
    const { file, line } = frames.at(format.innermost === 'first' ? 0 : -1) ?? {};
    if (file !== undefined && line !== undefined) return { file, line };
  }
  return null;
}

function parseFrame(text: string, format: StackFormat): Frame | null {
  const { before, file, line } = format.frame.exec(text)?.groups ?? {};
  if (before === undefined || file === undefined) return null;
  const after = text.slice(before.length + file.length);
  return { before, file, line: Number(line), after };
}
