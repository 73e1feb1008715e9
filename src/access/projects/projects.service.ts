import { Injectable } from '@nestjs/common';
import { noteFormer } from '../audit/former-values.js';
import type { ProjectRef, TokenCaller } from '../auth/caller.js';
import type { Role } from '../auth/roles.js';
import { isSlug, SLUG_RULE, slugFrom } from '../auth/slug.js';
import { VisibleProjects } from '../auth/visible-projects.service.js';
import { Database } from '../../platform/database/database.js';
import { ProjectEntity } from './project.entity.js';
import { isoTime } from '../../base/kernel/clock.js';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import { assertConditions, type Conditions } from '../../platform/wire/conditions.js';
import { contentTag } from '../../platform/wire/content-tag.js';
import type { Page } from '../../platform/wire/page.js';
import { createProject } from './create-project.js';
import type { CreateProjectDto, ProjectDto, UpdateProjectDto } from './project.dto.js';

@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly visible: VisibleProjects,
  ) {}

  /** Lists the projects that the caller has access to, newest first. */
  async list(caller: TokenCaller, page: Page): Promise<ProjectDto[]> {
    const projects = await this.visible.list(caller, page);
    return projects.map(({ id, slug, name, role, createdAt }) => ({
      id,
      slug,
      name,
      role,
      created_at: isoTime(createdAt),
    }));
  }

  async create(caller: TokenCaller, { name, slug: given }: CreateProjectDto): Promise<ProjectDto> {
    const id = newId();
    // The end of an id is random: it makes a slug for a name without letters that a slug can contain.
    const slug = given ?? slugFrom(name) ?? `project-${id.slice(-8)}`;
    if (!isSlug(slug)) throw invalidField('/slug', SLUG_RULE);
    const createdAt = Date.now();
    const made = await this.database.write((tx) =>
      createProject(tx, { id, slug, name, createdAt }, caller.userId),
    );
    if (!made)
      throw new MetarunError(
        'duplicate',
        `There is a project with the slug "${slug}"; give another slug.`,
      );
    return { id, slug, name, role: 'admin', created_at: isoTime(createdAt) };
  }

  async read(project: ProjectRef, role: Role): Promise<ProjectDto> {
    const row = await this.database.read.findOneByOrFail(ProjectEntity, { id: project.id });
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      role,
      created_at: isoTime(row.created_at),
    };
  }

  /** Renames a project. Throws `precondition_failed` if the name does not meet the conditions. */
  async rename(
    project: ProjectRef,
    role: Role,
    { name }: UpdateProjectDto,
    conditions: Conditions = {},
  ): Promise<ProjectDto> {
    const before = await this.database.write(async (tx) => {
      await tx.lock(`project ${project.id}`);
      const [row] = await tx.query<{ name: string }>('SELECT name FROM projects WHERE id = ?', [
        project.id,
      ]);
      if (row === undefined) throw new Error('a project that was there is gone');
      assertConditions(conditions, 'project', projectTag(row));
      await tx.query('UPDATE projects SET name = ? WHERE id = ?', [name, project.id]);
      return row;
    });
    noteFormer({ name: before.name });
    return this.read(project, role);
  }
}

/** Returns the ETag of a project, computed from the fields that clients set. */
export function projectTag({ name }: { name: string }): string {
  return contentTag({ name });
}
