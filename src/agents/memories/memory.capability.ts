import type { Transaction } from '../../platform/database/database.js';
import { type MetarunError, recordedError, unknownId } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import type { Capabilities, CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { DecideEnd } from '../../workflow/steps/step-store.js';
import type { Journals } from '../../workflow/steps/journals.js';
import type { Step, StepEnd } from '../../workflow/steps/step.js';
import { MEMORY_SCOPES } from '../../tasks/catalogue/memory-field.js';
import { parseQuery, toSentence } from '../../files/search/search-query.js';
import { isInstruction } from './admission.js';
import {
  assertWrites,
  type MemoryAccess,
  type MemoryAccesses,
  placesToRead,
  placeToWrite,
} from './memory-access.service.js';
import type { MemoryGifts } from './memory-gifts.service.js';
import { assertText, refusalError } from './memory-refusals.js';
import { type MemorySettingsService, decideStatus } from './memory-settings.service.js';
import { at, type MemoryStore } from './memory-store.js';
import { MEMORY_KINDS } from './memory-words.js';
import type { Revocation, Target } from './revocation.service.js';
import type { MemoryMeanings } from './vectors/memory-meanings.js';

/** Maximum number of results of a search. */
const MAX_FOUND = 50;
const DEFAULT_FOUND = 5;
/** Maximum lifetime of a memory with an expiry, in seconds: ten years. */
const MAX_EXPIRES_SECONDS = 10 * 366 * 24 * 60 * 60;

interface Services {
  journals: Journals;
  accesses: MemoryAccesses;
  gifts: MemoryGifts;
  store: MemoryStore;
  settings: MemorySettingsService;
  revocation: Revocation;
  meanings: MemoryMeanings | null;
}

/** `memory.*`: access of runs to memories, which the guests expose as `reporter.memory`. */
export class MemoryCapability {
  constructor(private readonly services: Services) {}

  register(capabilities: Capabilities): void {
    const offer = (
      method: string,
      known: readonly string[],
      handle: (context: CapabilityContext, args: CapabilityArgs) => Promise<Json>,
    ): void =>
      capabilities.register(method, (context, json) =>
        handle(context, new CapabilityArgs(method, json, known)),
      );
    offer('memory.search', ['query', 'scope', 'limit'], (context, args) =>
      this.search(context, args),
    );
    offer('memory.remember', ['text', 'kind', 'scope', 'expires_in'], (context, args) =>
      this.remember(context, args),
    );
    offer('memory.forget', ['id'], (context, args) => this.forget(context, args));
  }

  /**
   * Returns a list of `{id, text, kind, scope, trust, origin, created_at}`, best first; a replay returns the first
   * result.
   */
  private async search(context: CapabilityContext, args: CapabilityArgs): Promise<Json> {
    const { accesses, gifts } = this.services;
    const asked = args.text('query');
    const query = parseQuery(asked, 'memory.search');
    const scope =
      args.json('scope') === null ? null : args.choice('scope', MEMORY_SCOPES, 'project');
    const limit = args.optionalWhole('limit', 1, MAX_FOUND) ?? DEFAULT_FOUND;
    const places = placesToRead(await accesses.of(context), scope);
    return this.durably(context, 'search', (step) =>
      gifts.find(context, step.id, {
        places,
        query,
        text: toSentence(context.redact(asked)),
        limit,
      }),
    );
  }

  /** Returns `{id, status, created}`; `created` is false if the memory existed. */
  private async remember(context: CapabilityContext, args: CapabilityArgs): Promise<Json> {
    const text = args.text('text');
    assertText('memory.remember', text);
    const kind = args.choice('kind', MEMORY_KINDS, 'fact');
    const expiresIn =
      args.json('expires_in') === null ? null : args.number('expires_in', 1, MAX_EXPIRES_SECONDS);
    const access = await this.services.accesses.of(context);
    const place = placeToWrite(access, args.choice('scope', MEMORY_SCOPES, 'task_type'));
    return this.durably(context, 'remember', async (step) => {
      // Values that the run may not even log must not reach later runs.
      if (context.redact(text) !== text) return async () => failed(refusalError('secret'));
      const { store, meanings } = this.services;
      const meaning = (await meanings?.ofNew(context.projectId, place, text)) ?? null;
      return async (transaction) => {
        const kept = await store.keep(transaction, {
          projectId: context.projectId,
          place,
          kind,
          text,
          meaning,
          ...(await this.standing(transaction, context.projectId, access, text)),
          expiresAt: expiresIn === null ? null : Date.now() + Math.round(expiresIn * 1000),
          createdVia: access.isAgent ? 'agent' : 'script',
          createdBy: access.metaTask,
          sources: [
            {
              taskId: context.taskId,
              attempt: context.attempt,
              stepId: step.id,
              pointer: null,
              quote: null,
            },
          ],
        });
        if (!('row' in kept)) return failed(refusalError(kept.outcome));
        const { id, status } = kept.row;
        return succeeded({ id, status, created: kept.outcome === 'added' });
      };
    });
  }

  /**
   * Returns the trust and status of a text. Texts of an agent, or of a script with a network, may come from outside.
   */
  private async standing(
    transaction: Transaction,
    projectId: string,
    { isAgent, hasNetwork }: MemoryAccess,
    text: string,
  ): Promise<{ trust: 'high' | 'low'; status: 'active' | 'pending' }> {
    const { review } = await this.services.settings.get(projectId, transaction);
    const trust = isAgent || hasNetwork ? 'low' : 'high';
    return { trust, status: decideStatus(review, trust, isInstruction(text, [])) };
  }

  /** Forgets a memory and returns null. Memories outside of the run's places are not found. */
  private async forget(context: CapabilityContext, args: CapabilityArgs): Promise<Json> {
    const { accesses, revocation } = this.services;
    const { projectId } = context;
    const id = args.text('id').toLowerCase();
    const access = await accesses.of(context);
    assertWrites(access);
    const own = [...access.places.values()].map(at);
    return this.durably(context, 'forget', async () => async (transaction) => {
      await transaction.lock(`memories ${projectId}`);
      const rows = await transaction.query<Target>(
        `SELECT m.number, m.id, m.project_id, m.scope, m.scope_id, m.kind, m.trust, m.hash, m.status
         FROM memories m WHERE m.id = ? AND m.project_id = ? AND (${own.map(({ sql }) => sql).join(' OR ')})`,
        [id, projectId, ...own.flatMap(({ values }) => values)],
      );
      if (rows.length === 0) return failed(unknownId('memory', id, 'memories'));
      const open = rows.filter(({ status }) => status !== 'revoked');
      if (open.length > 0) await revocation.take(transaction, projectId, open, false);
      return succeeded(null);
    });
  }

  /** Performs an action once: the end of its step is recorded together with all of its writes. */
  private async durably(
    context: CapabilityContext,
    name: string,
    prepare: (step: Step) => Promise<DecideEnd>,
  ): Promise<Json> {
    const journal = this.services.journals.of(context);
    const step = await journal.begin('memory', name);
    const end =
      step.state === 'new'
        ? await journal.endBy(step, await prepare(step))
        : await journal.recorded(step);
    if (end.status === 'failed') throw recordedError(end.error.type, end.error.message);
    return JSON.parse(end.result) as Json;
  }
}

function succeeded(result: Json): StepEnd {
  return { status: 'success', result: JSON.stringify(result) };
}

function failed({ code, message }: MetarunError): StepEnd {
  return { status: 'failed', error: { type: code, message } };
}
