import type { DefinitionChange } from '../../tasks/meta-tasks/definition.js';
import type { Definition } from '../../tasks/meta-tasks/fields.js';

/** The fields that come from elsewhere in a meta-task's folder than its list of fields. */
type Elsewhere = 'script' | 'workspace_id' | 'agent_id' | 'docker_image_id';

/** The API's fields of a meta-task, without its script, identifier and bindings; null asks for the default. */
export type MetaTaskFields = { name: string } & Omit<DefinitionChange, Elsewhere | 'name'>;

/** All {@link MetaTaskFields}, each with a value: what the file does not say has the API's default. */
export type MetaTaskDefinition = Omit<Definition, Elsewhere>;
