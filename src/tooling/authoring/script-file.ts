import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  LANGUAGES,
  languageOfFile,
  SCRIPT_ENDINGS,
  type ScriptLanguage,
  USUAL_SCRIPTS,
} from '../../base/languages/index.js';
import { ownFile } from './author-path.js';
import type { MetaTaskContent } from './meta-task-file.js';

/** The file that runs, and its language. */
export interface ScriptFile {
  mode: 'script' | 'agent';
  /** Null for an agent. */
  language: ScriptLanguage | null;
  /** Absolute path. */
  scriptFile: string;
}

/** Usual name of a contract. */
export const AGENT_FILE = 'agent.md';
/** Names of scripts and contracts that need no `script` field. */
export const SCRIPT_FILES: readonly string[] = [...USUAL_SCRIPTS, AGENT_FILE];

/** Finds the script of a folder by its `metatask.yaml` and its files; returns the problem at `pointer` otherwise. */
export async function findScript(
  folder: string,
  { execution_mode: mode, language, script }: MetaTaskContent,
): Promise<ScriptFile | { error: string; pointer: string }> {
  const isAgent = mode === 'agent';
  if (isAgent && language != null)
    return { error: 'language: an agent has none; leave it out', pointer: '/language' };
  const name = script ?? usualFile(folder, isAgent, language ?? null);
  if (typeof name !== 'string') return name;
  const file = await ownFile(folder, name);
  if ('refused' in file)
    return {
      error: `script: ${name} ${file.refused}`,
      pointer: script == null ? '' : '/script',
    };
  if (isAgent) {
    if (!name.endsWith('.md'))
      return { error: 'script: the contract of an agent is a Markdown file', pointer: '/script' };
    return { mode: 'agent', language: null, scriptFile: file.path };
  }
  const byName = languageOfFile(name);
  if (byName === null)
    return {
      error: `script: ${name} must end in ${SCRIPT_ENDINGS.join(' or ')}`,
      pointer: '/script',
    };
  if (language != null && language !== byName)
    return {
      error: `language: is "${language}", and the script ${name} is ${byName}; change either`,
      pointer: '/language',
    };
  return { mode: 'script', language: byName, scriptFile: file.path };
}

function usualFile(
  folder: string,
  isAgent: boolean,
  language: ScriptLanguage | null,
): string | { error: string; pointer: string } {
  if (isAgent) return AGENT_FILE;
  if (language !== null) return LANGUAGES[language].scriptFile;
  const there = USUAL_SCRIPTS.filter((name) => existsSync(join(folder, name)));
  const [first, second] = there;
  if (second !== undefined)
    return {
      error: `there are ${there.join(' and ')}: say which by "language" or "script"`,
      pointer: '',
    };
  if (first !== undefined) return first;
  const contract = existsSync(join(folder, AGENT_FILE))
    ? '; for agent.md say "execution_mode: agent"'
    : '';
  return {
    error: `there is no ${USUAL_SCRIPTS.join(' and no ')}: write one, or name the file by "script"${contract}`,
    pointer: '',
  };
}
