import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import { invalidMetaTask } from './invalid-meta-task.js';
import { readText } from './text-file.js';
import { parseYaml, type YamlText } from '../../base/yaml/yaml-text.js';

/** Reads an object of a JSON or YAML file and the places of its parts. Throws GuidedError. */
export async function readObjectFile(
  path: string,
): Promise<{ object: JsonObject; yaml: YamlText }> {
  const yaml = parseYaml(await readText(path));
  if ('diagnostics' in yaml) throw invalidMetaTask(path, yaml.diagnostics);
  if (!isJsonObject(yaml.value))
    throw invalidMetaTask(path, [{ message: 'must be an object', ...yaml.locatePointer('') }]);
  return { object: yaml.value, yaml };
}
