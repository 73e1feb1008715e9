import { Inject, Injectable } from '@nestjs/common';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { normalisePath } from '../../files/files/tree/file-path.js';
import { WorkspacesService } from '../../files/files/workspaces/workspaces.service.js';
import { MetaTasksService } from '../../tasks/meta-tasks/meta-tasks.service.js';
import {
  type Request,
  type Submitted,
  TaskSubmission,
} from '../../tasks/tasks/submission/submission.service.js';
import { ModelGateway } from '../models/model-gateway.js';
import { ModelProvidersService } from '../models/providers/model-providers.service.js';
import { ASK_IDENTIFIER, askDefinition } from './ask-definition.js';

/** A question to answer from files. */
export interface Question {
  question: string;
  /** Id of a workspace; undefined = all of the project. */
  ws?: string | undefined;
  /** A directory or a file; undefined = all files. */
  path?: string | undefined;
}

/** Answers questions from files: each is a task of an agent, whose result cites the files. */
@Injectable()
export class AskService {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: Pick<WorkspacesService, 'resolve'>,
    @Inject(MetaTasksService)
    private readonly metaTasks: Pick<MetaTasksService, 'findCurrent' | 'create'>,
    @Inject(TaskSubmission) private readonly submission: Pick<TaskSubmission, 'submit'>,
    @Inject(ModelGateway) private readonly gateway: Pick<ModelGateway, 'find'>,
    @Inject(ModelProvidersService)
    private readonly providers: Pick<ModelProvidersService, 'list'>,
  ) {}

  /** Creates the task that answers a question. Throws `not_available` if there is no model. */
  async ask(projectId: string, question: Question, request: Request): Promise<Submitted> {
    const params = await this.buildParams(projectId, question);
    await this.prepare(projectId);
    const task = { metaTaskIdentifier: ASK_IDENTIFIER, params };
    return this.submission.submit(projectId, task, request);
  }

  async buildParams(projectId: string, { question, ws, path }: Question): Promise<JsonObject> {
    const workspace = ws === undefined ? null : await this.workspaces.resolve(projectId, ws, '/ws');
    return {
      question,
      ...(workspace !== null && { workspace: workspace.name }),
      ...(path !== undefined && { path: normalisePath(path, '/path') }),
    };
  }

  /** Creates the meta-task that answers questions, unless the project has it. */
  async prepare(projectId: string): Promise<void> {
    if ((await this.metaTasks.findCurrent(projectId, ASK_IDENTIFIER)) !== null) return;
    try {
      const definition = askDefinition(await this.model(projectId));
      await this.metaTasks.create(projectId, definition, 'metarun');
    } catch (error) {
      // A concurrent question has created it.
      if (error instanceof MetarunError && error.code === 'duplicate') return;
      throw error;
    }
  }

  /** Returns the model for the contract: null if there is a default, otherwise the project's only model. */
  private async model(projectId: string): Promise<string | null> {
    const { gateway, providers } = this;
    try {
      await gateway.find(projectId, null);
      return null;
    } catch (error) {
      if (!(error instanceof MetarunError) || error.code !== 'not_available') throw error;
    }
    const refs = (await providers.list(projectId)).flatMap(({ name, models }) =>
      models.flatMap((model) => (model.embeddings === null ? [`${name}/${model.name}`] : [])),
    );
    const [only, ...others] = refs;
    if (only !== undefined && others.length === 0) return only;
    throw new MetarunError(
      'not_available',
      only === undefined
        ? 'A model answers questions, and this project has none: an administrator adds a provider, or the host sets METARUN_DEFAULT_MODEL.'
        : `The project has several models and no default: the host sets METARUN_DEFAULT_MODEL, or an author makes the meta-task "${ASK_IDENTIFIER}" with a contract that names a model.`,
    );
  }
}
