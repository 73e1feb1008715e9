import type { DefinitionChange } from '../../tasks/meta-tasks/definition.js';
import type { Definition } from '../../tasks/meta-tasks/fields.js';

/** Fields whose values come from other places of a meta-task's folder. */
type Elsewhere = 'script' | 'workspace_id' | 'agent_id' | 'docker_image_id';

/** The API's fields of a meta-task without script, identifier and bindings; null requests the default. */
export type MetaTaskFields = { name: string } & Omit<DefinitionChange, Elsewhere | 'name'>;

/** All {@link MetaTaskFields}, with the API's defaults for fields that the file omits. */
export type MetaTaskDefinition = Omit<Definition, Elsewhere>;
