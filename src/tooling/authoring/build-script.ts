import type { ScriptLanguage } from '../../base/languages/index.js';
import { asItIs, type BuiltScript } from './built-script.js';
import { bundleScript } from './bundle-script.js';
import type { MetaTaskFolder } from './meta-task-folder.js';
import { MAX_SCRIPT_BYTES, readText } from './text-file.js';

type Builder = (source: string, file: string) => Promise<BuiltScript>;

/** The builder of each language: it makes one script of the author's files. */
const BUILDERS: Readonly<Record<ScriptLanguage, Builder>> = {
  python: asItIs,
  typescript: bundleScript,
};

/** Returns the script of a meta-task as a server takes it. Throws GuidedError. */
export async function buildScript({ language, scriptFile }: MetaTaskFolder): Promise<BuiltScript> {
  const source = await readText(scriptFile, MAX_SCRIPT_BYTES);
  const build = language === null ? asItIs : BUILDERS[language];
  return build(source, scriptFile);
}
