import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { atPointer, type Json } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { AgentVersions } from '../agents/agent-versions.service.js';
import type { MemoryGrant, MemoryScope } from '../../tasks/catalogue/memory-field.js';
import { RunnableVersions } from '../../tasks/meta-tasks/runnable-versions.service.js';
import { hashOfSubject, MAX_SCOPE_ID, type MemoryPlace } from './memory.js';

/** Access of one run to memories. */
export interface MemoryAccess {
  /** Identifier of the run's meta-task. */
  metaTask: string;
  isAgent: boolean;
  /** True if the run may connect to any host. */
  hasNetwork: boolean;
  read: readonly MemoryScope[];
  write: boolean;
  /** Places by scope, for the scopes that this run has: not every run has an agent or a subject. */
  places: ReadonlyMap<MemoryScope, MemoryPlace>;
}

interface TaskRow {
  version_id: string;
  agent_version_id: string | null;
  params: string;
}

/** Determines the access of runs to memories from the claimed task, never from input of the script. */
@Injectable()
export class MemoryAccesses {
  private readonly known = new WeakMap<CapabilityContext, Promise<MemoryAccess>>();

  constructor(
    private readonly database: Database,
    private readonly versions: RunnableVersions,
    private readonly agents: AgentVersions,
  ) {}

  /** Returns the access of the calling run. */
  of(context: CapabilityContext): Promise<MemoryAccess> {
    const known = this.known.get(context);
    if (known !== undefined) return known;
    const found = this.ofTask(context.projectId, context.taskId);
    this.known.set(context, found);
    // A failed look-up is not cached.
    found.catch(() => this.known.delete(context));
    return found;
  }

  async ofTask(projectId: string, taskId: string): Promise<MemoryAccess> {
    const [task] = await this.database.query<TaskRow>(
      'SELECT version_id, agent_version_id, params FROM tasks WHERE id = ? AND project_id = ?',
      [taskId, projectId],
    );
    if (task === undefined) throw new Error(`task ${taskId} is not in the database`);
    const { definition, metaTaskIdentifier } = await this.versions.byVersionId(
      projectId,
      task.version_id,
    );
    const grant = definition.memory ?? (await this.grantOfAgent(projectId, task));
    const places = new Map<MemoryScope, MemoryPlace>([
      ['project', { scope: 'project', scopeId: '', subjectHash: '' }],
      ['task_type', { scope: 'task_type', scopeId: metaTaskIdentifier, subjectHash: '' }],
    ]);
    const { agent_id: agent, memory_subject: pointer } = definition;
    if (agent !== null) places.set('agent', { scope: 'agent', scopeId: agent, subjectHash: '' });
    const subject = pointer === null ? null : subjectAt(JSON.parse(task.params) as Json, pointer);
    if (subject !== null)
      places.set('subject', {
        scope: 'subject',
        scopeId: '',
        subjectHash: hashOfSubject(projectId, subject),
      });
    return {
      metaTask: metaTaskIdentifier,
      isAgent: definition.execution_mode === 'agent',
      hasNetwork: definition.network !== 'none',
      read: grant?.read ?? [],
      write: grant?.write ?? false,
      places,
    };
  }

  private async grantOfAgent(
    projectId: string,
    { agent_version_id: id }: TaskRow,
  ): Promise<MemoryGrant | null> {
    return id === null ? null : (await this.agents.byVersionId(projectId, id)).memory;
  }
}

/**
 * Returns the places that a search reads: that of the given scope, or those of all readable scopes. Throws
 * `forbidden`.
 */
export function placesToRead(
  { read, places }: MemoryAccess,
  scope: MemoryScope | null,
): MemoryPlace[] {
  if (read.length === 0)
    throw new MetarunError(
      'forbidden',
      'The meta-task may read no memories: name the scopes in "read" of its field "memory".',
    );
  if (scope !== null && !read.includes(scope))
    throw new MetarunError(
      'forbidden',
      `The meta-task may not read memories of the scope ${quoted(scope)}: add it to "read" of its field "memory".`,
    );
  if (scope !== null) return [requirePlace(places, scope)];
  return read.flatMap((one) => places.get(one) ?? []);
}

/** Returns the place at which a run remembers. Throws `forbidden`. */
export function placeToWrite(access: MemoryAccess, scope: MemoryScope): MemoryPlace {
  assertWrites(access);
  return requirePlace(access.places, scope);
}

/** Throws `forbidden` for a run that may neither remember nor forget. */
export function assertWrites({ write }: MemoryAccess): void {
  if (!write)
    throw new MetarunError(
      'forbidden',
      'The meta-task may neither remember nor forget: set "write" of its field "memory" to true.',
    );
}

function requirePlace(places: MemoryAccess['places'], scope: MemoryScope): MemoryPlace {
  const place = places.get(scope);
  if (place !== undefined) return place;
  throw new MetarunError(
    'forbidden',
    scope === 'agent'
      ? 'The meta-task has no agent, and so no memories of the scope "agent": bind it to one by its field "agent_id".'
      : 'The task has no subject, and so no memories of the scope "subject": the field "memory_subject" of the meta-task has to point at a text or a number in the params.',
  );
}

/** Returns the string or number at a pointer as text, or null. */
function subjectAt(params: Json, pointer: string): string | null {
  const found = atPointer(params, pointer);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' && found.length <= MAX_SCOPE_ID
    ? found
    : null;
}
