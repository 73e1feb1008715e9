import { Entity, Index } from 'typeorm';
import {
  Flag,
  Int,
  NullableBig,
  NullableInt,
  NullableReal,
  NullableText,
  Text,
} from '../../platform/database/columns.js';
import { EntryVersionEntity } from '../catalogue/entry.entities.js';

/** One immutable version of a meta-task. */
@Entity('task_type_versions')
@Index('task_type_versions_number', ['task_type_id', 'version'], { unique: true })
@Index('task_type_versions_content', ['content_id'], { where: 'content_id IS NOT NULL' })
@Index('task_type_versions_image', ['image_version_id'], { where: 'image_version_id IS NOT NULL' })
export class MetaTaskVersionEntity extends EntryVersionEntity {
  /** A draft of a meta-task that does not exist has an id of its own. */
  @Text() task_type_id!: string;
  /** For a draft, whose `version` is negative: the identifier of the meta-task, which need not exist. */
  @NullableText() draft_of!: string | null;
  @Text() name!: string;
  @NullableText() description!: string | null;
  /** script | agent */
  @Text() execution_mode!: string;
  /** An id of src/base/languages; a newer server may have written an unknown one. */
  @Text() script_language!: string;
  /** Empty if there is a `content_id`; so is `program_code`. */
  @NullableText() script!: string | null;
  /** Code that the runtime executes, compiled from `script` at the creation of the version. */
  @NullableText() program_code!: string | null;
  @NullableText() program_source_map!: string | null;
  /** Packages that `script` requires, exact and with hashes, as a requirements file. */
  @NullableText() program_lock!: string | null;
  /** Content of a large script and its program. */
  @NullableText() content_id!: string | null;
  /** Size of the script in the content. */
  @NullableBig() script_bytes!: number | null;
  @NullableText() script_sha256!: string | null;
  @NullableText() workspace_id!: string | null;
  @NullableText() agent_id!: string | null;
  @NullableText() docker_image_id!: string | null;
  /** Version of the image on which it runs, and the image's digest. */
  @NullableText() image_version_id!: string | null;
  @NullableText() image_digest!: string | null;
  @Flag() auto_approve!: boolean;
  @Flag() extract_memory!: boolean;
  /** JSON object. */
  @NullableText() memory!: string | null;
  /** JSON pointer into params. */
  @NullableText() memory_subject!: string | null;
  @Flag() allow_mcp!: boolean;
  /** auto | hidden */
  @Text({ default: 'auto' }) mcp!: string;
  /** JSON object. */
  @NullableText() mcp_hints!: string | null;
  /** isolate | node */
  @Text({ default: 'isolate' }) runtime!: string;
  /** reuse | fresh */
  @Text({ default: 'reuse' }) isolation!: string;
  /** JSON array of texts: tags of workers. */
  @Text({ default: '[]' }) runs_on!: string;
  /** Needs of the release that created the version, as words of a pool. */
  @Text({ default: '' }) needs!: string;
  /** none | restricted | open */
  @Text({ default: 'none' }) network!: string;
  /** JSON array of texts. */
  @Text({ default: '[]' }) allowed_hosts!: string;
  /** JSON array of texts; empty without declared phases. */
  @Text({ default: '[]' }) phases!: string;
  /** The author's JSON Schema as JSON text. */
  @NullableText() params_schema!: string | null;
  /** JSON Schema as JSON text, made from the script's types; with a `params_schema`, only its description. */
  @NullableText() inferred_params_schema!: string | null;
  /** JSON Schema as JSON text. */
  @NullableText() result_schema!: string | null;
  @NullableInt() timeout_seconds!: number | null;
  @NullableInt() memory_mb!: number | null;
  @NullableInt() cpu_seconds!: number | null;
  @NullableInt() max_tokens!: number | null;
  @NullableReal() max_cost_usd!: number | null;
  @Int({ default: 1 }) max_attempts!: number;
  /** JSON object: the retries of failed attempts. Null in versions from before that feature. */
  @NullableText() retry_rules!: string | null;
  /** From a task's first due time to its end. */
  @NullableInt() total_timeout_seconds!: number | null;
  @Int({ default: 0 }) priority!: number;
  /**
   * Maximum number of tasks of the meta-task that run at the same time; per value of `concurrency_key`, if there is
   * one.
   */
  @NullableInt() concurrency_limit!: number | null;
  /** JSON pointer into params. */
  @NullableText() concurrency_key!: string | null;
}
