import type { Database, Transaction } from '../../../platform/database/database.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { describeIssues, issuesAt } from '../../../base/schema/schema-issue.js';
import type { SchemaValidator } from '../../../base/schema/schema-validator.js';
import type { ModelUse } from '../../../workflow/engine/state/model-use.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { AGENT_TOOLS } from '../../agents/agent-tools.js';
import type { RunnableVersion } from '../../../tasks/meta-tasks/meta-task.js';
import type { RunnableVersions } from '../../../tasks/meta-tasks/runnable-versions.service.js';
import { estimateTokens } from '../../models/gateway/estimate.js';
import { ModelFailure, type ModelGateway, type ModelInfo } from '../../models/model-gateway.js';
import { SchemaAnswer } from '../../models/steps/schema-answer.js';
import { queryOfWords } from '../../../files/search/search-query.js';
import type { SecretsService } from '../../../access/secrets/secrets.service.js';
import { isNear, judge, type Refusal } from '../admission.js';
import type { MemoryAccess, MemoryAccesses } from '../memory-access.service.js';
import { isGivenAt, type MemorySearch } from '../memory-search.service.js';
import { type MemorySettingsService, decideStatus } from '../memory-settings.service.js';
import type { MemoryStore } from '../memory-store.js';
import type { MemoryPlace, MemoryRow } from '../memory.js';
import type { MemoryMeanings, NewMeaning } from '../vectors/memory-meanings.js';
import type { MemoryJob, MemoryJobs } from './memory-jobs.js';
import { INSTRUCTIONS, MAX_PROPOSALS, buildPrompt, type Proposal, PROPOSALS } from './proposals.js';
import type { TaskSourceReader, TaskSources } from './task-sources.js';

export interface ExtractionServices {
  database: Database;
  schemas: SchemaValidator;
  gateway: ModelGateway;
  modelUse: Pick<ModelUse, 'lose'>;
  versions: RunnableVersions;
  secrets: SecretsService;
  accesses: MemoryAccesses;
  settings: MemorySettingsService;
  search: MemorySearch;
  store: MemoryStore;
  meanings: MemoryMeanings | null;
  jobs: MemoryJobs;
  reader: TaskSourceReader;
  /** Maximum number of tokens of one job, in and out. */
  maxTokens: number;
}

/** A task from which memories are distilled, with everything that the decisions need. */
interface Read extends TaskSources {
  task: TaskEntity;
  version: RunnableVersion;
  access: MemoryAccess;
  model: ModelInfo;
  known: readonly MemoryRow[];
}

/** Maximum number of tokens of an answer. */
const MAX_ANSWER = 1_500;
/** Share of a job's tokens for the sources; the rest is for instructions, the answer and its correction. */
const SHARE_OF_SOURCES = 0.4;
const CHARACTERS_OF_TOKEN = 4;
/** Maximum number of known memories that are shown to the model. */
const SHOWN_KNOWN = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A failure that no further attempt can change. */
export class ExtractionEnd extends Error {}

/** Distils memories from finished tasks: the model proposes, and code decides. */
export class Extraction {
  constructor(private readonly services: ExtractionServices) {}

  /** Runs a job, and ends it in the transaction of the memories that it adds. */
  async run(job: MemoryJob, signal: AbortSignal): Promise<void> {
    await this.loseRequests(job);
    const read = await this.read(job);
    const proposals = read.sources.size === 0 ? [] : await this.propose(read, job, signal);
    const meanings = await this.embedProposals(read, proposals);
    await this.services.database.write(async (transaction) => {
      await transaction.lock(`memories ${job.project_id}`);
      let admitted = 0;
      for (const proposal of proposals)
        if (await this.admit(transaction, read, proposal, meanings.get(proposal) ?? null))
          admitted += 1;
      const figures = {
        candidates: proposals.length,
        admitted,
        refused: proposals.length - admitted,
      };
      if (!(await this.services.jobs.done(transaction, job, figures)))
        throw new Error('the job belongs to another server');
    });
  }

  /** Marks requests of a dead server's attempt as lost. Only the job makes requests for a task that has ended. */
  private async loseRequests({ task_id: id, project_id }: MemoryJob): Promise<void> {
    const { database, modelUse } = this.services;
    await database.write((transaction) => modelUse.lose(transaction, { id, project_id }));
  }

  private async read({ task_id: taskId, project_id: projectId }: MemoryJob): Promise<Read> {
    const { database, versions, settings, accesses, reader } = this.services;
    const [task] = await database.query<TaskEntity>(
      'SELECT * FROM tasks WHERE id = ? AND project_id = ?',
      [taskId, projectId],
    );
    if (task === undefined) throw new ExtractionEnd('The task has been deleted.');
    const version = await versions.byVersionId(projectId, task.version_id);
    const access = await accesses.ofTask(projectId, taskId);
    const model = await settings.model(projectId);
    const sources = await reader.read(task, {
      hasNetwork: access.hasNetwork || access.isAgent,
      secrets: await this.loadSecrets(projectId),
    });
    const known = await this.knownTo(projectId, access, sources);
    return { task, version, access, model, known, ...sources };
  }

  private async loadSecrets(projectId: string): Promise<string[]> {
    const { database, secrets } = this.services;
    const rows = await database.query<{ name: string }>(
      'SELECT name FROM secrets WHERE project_id = ?',
      [projectId],
    );
    return Promise.all(rows.map(({ name }) => secrets.read(projectId, name)));
  }

  /** Returns related memories, among which the model names those that it contradicts. */
  private async knownTo(
    projectId: string,
    { places }: MemoryAccess,
    { sources }: TaskSources,
  ): Promise<MemoryRow[]> {
    const text = [...sources.values()].map((source) => source.text).join('\n');
    const query = queryOfWords(text);
    if (query.all.length === 0) return [];
    const found = await this.services.search.search(
      projectId,
      query,
      isGivenAt([...places.values()], Date.now()),
      SHOWN_KNOWN,
    );
    return found.map(({ row }) => row);
  }

  /** Asks the model, and once more if its answer does not match the schema. */
  private async propose(read: Read, job: MemoryJob, signal: AbortSignal): Promise<Proposal[]> {
    const { gateway, schemas, maxTokens } = this.services;
    const { task, version, sources, known, model } = read;
    const answer = new SchemaAnswer(PROPOSALS);
    const { system, tools } = answer.added(INSTRUCTIONS);
    const most = Math.floor(maxTokens * SHARE_OF_SOURCES) * CHARACTERS_OF_TOKEN;
    const { metaTaskIdentifier: metaTask, definition } = version;
    const prompt = buildPrompt(
      { metaTask, description: definition.description },
      sources,
      known,
      most,
    );
    const messages = [{ role: 'user', content: prompt }];
    let left = maxTokens;
    for (let tries = 1; ; tries += 1) {
      left -= estimateTokens(JSON.stringify({ system, messages, tools }));
      const maxOutputTokens = Math.min(MAX_ANSWER, model.maxOutputTokens, left);
      if (maxOutputTokens < 1) throw new ExtractionEnd('The budget of tokens is used up.');
      const reply = await gateway.call(
        { projectId: job.project_id, taskId: task.id, stepId: null, attempt: job.attempts },
        {
          model: model.ref,
          system,
          messages,
          tools,
          maxOutputTokens,
          temperature: null,
          reasoning: null,
        },
        null,
        signal,
      );
      left -= reply.usage.outputTokens;
      const given = answer.read(reply);
      const issues =
        'value' in given
          ? describeIssues(
              issuesAt(
                'answer',
                await schemas.validate(answer.text, given.value, job.project_id, { waits: true }),
              ),
            )
          : given.problem;
      if ('value' in given && issues === '')
        return (given.value as unknown as { memories: Proposal[] }).memories.slice(
          0,
          MAX_PROPOSALS,
        );
      if (tries === 2)
        throw new ModelFailure(`The model "${model.ref}" gave no list of memories: ${issues}.`, {
          again: true,
        });
      messages.push(
        ...(reply.messages as typeof messages),
        ...(answer.correction(reply, issues) as typeof messages),
      );
    }
  }

  private async embedProposals(
    { task, access }: Read,
    proposals: readonly Proposal[],
  ): Promise<ReadonlyMap<Proposal, NewMeaning | null>> {
    const { meanings } = this.services;
    const found = new Map<Proposal, NewMeaning | null>();
    if (meanings === null) return found;
    for (const proposal of proposals) {
      const place = placeIn(access, proposal);
      if (place !== undefined)
        found.set(proposal, await meanings.ofNew(task.project_id, place, proposal.text));
    }
    return found;
  }

  /** Returns whether a proposal is kept, as a new or a known memory; counts the reason if it is not. */
  private async admit(
    transaction: Transaction,
    read: Read,
    proposal: Proposal,
    meaning: NewMeaning | null,
  ): Promise<boolean> {
    const { store } = this.services;
    const { task, sources, given, access } = read;
    const refuse = async (reason: Refusal): Promise<boolean> => {
      await store.count(transaction, task.project_id, 'candidates');
      await store.count(transaction, task.project_id, reason);
      return false;
    };
    const { text, evidence } = proposal;
    const texts = new Map([...sources].map(([pointer, source]) => [pointer, source.text]));
    const verdict = judge({ text, evidence }, { sources: texts, tools: AGENT_TOOLS });
    if (verdict.verdict === 'refused') return refuse(verdict.reason);
    // Memories given to the task must not return as its own.
    if (given.some((one) => isNear(one, text))) return refuse('duplicate');
    const quoted = evidence.flatMap(({ pointer }) => sources.get(pointer) ?? []);
    const trust = quoted.every((source) => source.trust === 'high') ? 'high' : 'low';
    const place = placeIn(access, proposal);
    if (place === undefined) return refuse('no_evidence');
    const { review } = await this.services.settings.get(task.project_id, transaction);
    const old = read.known.find(({ id }) => id === proposal.supersedes);
    // A memory written by a person is only replaced with a person's consent.
    const orders = verdict.verdict === 'pending' || old?.created_via === 'person';
    const status = decideStatus(review, trust, orders);
    const kept = await store.keep(transaction, {
      projectId: task.project_id,
      place,
      kind: proposal.kind,
      text,
      meaning,
      status,
      trust,
      expiresAt: proposal.valid_days == null ? null : Date.now() + proposal.valid_days * DAY_MS,
      createdVia: 'extraction',
      createdBy: access.metaTask,
      model: read.model.ref,
      sources: evidence.map(({ pointer, quote }) => ({
        taskId: task.id,
        attempt: task.attempt,
        stepId: sources.get(pointer)?.stepId ?? null,
        pointer,
        quote,
      })),
    });
    if (kept.outcome === 'added' && old !== undefined && status === 'active')
      await store.supersede(transaction, old, kept.row);
    return kept.outcome === 'added';
  }
}

/** Returns the place of a proposal: that of the meta-task if the run lacks the scope. */
function placeIn({ places }: MemoryAccess, { scope }: Proposal): MemoryPlace | undefined {
  return places.get(scope) ?? places.get('task_type');
}

/** Returns whether an attempt failed permanently: another one with the same settings cannot succeed. */
export function isFinal(error: unknown): boolean {
  return error instanceof ExtractionEnd;
}

/** Returns the message of a failure that may be shown. */
export function describeFailure(error: unknown): string {
  return error instanceof ModelFailure ||
    error instanceof MetarunError ||
    error instanceof ExtractionEnd
    ? error.message
    : 'The server failed to distil memories.';
}
