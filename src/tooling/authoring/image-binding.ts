import type { CompileTarget } from '../../sandbox/runtime/protocol.js';
import { LANGUAGES } from '../../base/languages/index.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

/** Returns the target for which a server compiles the script of a meta-task. */
export function selectCompileTarget({
  definition,
  bindings,
}: Pick<MetaTaskFolder, 'definition' | 'bindings'>): CompileTarget {
  return bindings.docker_image === undefined ? definition.runtime : 'image';
}

/** Returns a meta-task as it runs without a server: on the interpreters of this machine, whatever its image. */
export function onThisMachine(metaTask: MetaTaskFolder): MetaTaskFolder {
  const { definition, language } = metaTask;
  const { docker_image: image, ...bindings } = metaTask.bindings;
  if (image === undefined) return metaTask;
  // The Node of an image has modules that an isolate lacks.
  const onNode = language !== null && LANGUAGES[language].runsOnNode;
  const runtime = onNode ? 'node' : definition.runtime;
  return { ...metaTask, bindings, definition: { ...definition, runtime } };
}

/** Returns a note for the author about a local run of a meta-task with an image; null for any other. */
export function ownInterpreterNote({
  bindings: { docker_image: image },
  language,
}: Pick<MetaTaskFolder, 'bindings' | 'language'>): string | null {
  if (image === undefined || language === null) return null;
  const interpreter = LANGUAGES[language].runsOnNode ? 'Node' : LANGUAGES[language].title;
  return `it runs on this machine's own ${interpreter} and packages, not on the image "${image}": only a server has that`;
}
