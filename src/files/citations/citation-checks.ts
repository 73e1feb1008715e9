import { Inject, Injectable } from '@nestjs/common';
import { MetarunError } from '../../base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import { isInside, normalisePath } from '../files/tree/file-path.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { WorkspacesService } from '../files/workspaces/workspaces.service.js';
import { collectTerms } from '../search/analyzer.js';
import { type QuotedPart, type SearchResult, SearchService } from '../search/search.service.js';
import { parseCitations, type GivenCitation, type QuotedPassage } from './citation.js';
import { Citations } from './citations.service.js';

/** A task whose result is checked, with the workspaces that it may cite. */
export interface CitingTask {
  projectId: string;
  taskId: string;
  workspaceId: string | null;
  /** Ids of the other workspaces that the task may read, by name. */
  knowledge: ReadonlyMap<string, string>;
  /** Params of a question, whose `workspace` and `path` limit the files that may be cited; null for other tasks. */
  question: Json;
}

/** Outcome of a check: an issue for the model to correct, or the citations with their places. */
export type CheckedCitations =
  { issue: string; citations: null } | { issue: null; citations: JsonObject[] };

/** Search that finds quotes in their files. */
export type QuoteSearch = Pick<SearchService, 'quotes'>;

/** Checks the citations of results against the cited files. */
@Injectable()
export class CitationChecks {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: Pick<WorkspacesService, 'resolve'>,
    @Inject(SearchService) private readonly searches: QuoteSearch,
    @Inject(Citations) private readonly citations: Pick<Citations, 'keep'>,
  ) {}

  /** Checks the citations of a result. If all are correct, stores them with the task. */
  async check(task: CitingTask, result: Json): Promise<CheckedCitations> {
    const given = parseCitations(result);
    if ('issue' in given) return { issue: given.issue, citations: null };
    const found: QuotedPassage[] = [];
    for (const [index, citation] of given.entries()) {
      const passage = await this.passage(task, citation);
      if ('issue' in passage)
        return { issue: `citations.${index}: ${passage.issue}`, citations: null };
      found.push(passage);
    }
    await this.citations.keep(task, distinct(found));
    return { issue: null, citations: found.map(citationJson) };
  }

  private async passage(
    task: CitingTask,
    citation: GivenCitation,
  ): Promise<QuotedPassage | { issue: string }> {
    try {
      return await this.lookUp(task, citation);
    } catch (error) {
      if (error instanceof MetarunError) return { issue: error.message.replace(/\.$/, '') };
      throw error;
    }
  }

  private async lookUp(
    task: CitingTask,
    { path: given, quote, workspace: name, line }: GivenCitation,
  ): Promise<QuotedPassage | { issue: string }> {
    const workspace = await this.findWorkspace(task, name);
    if (workspace === null)
      return { issue: `there is no workspace ${quoted(name ?? '')} that the task may cite` };
    const path = normalisePath(given, 'path');
    const outside = describeExclusion(task.question, workspace, path);
    if (outside !== null) return { issue: outside };
    const part = await nearest(this.searches.quotes(workspace, path, quote), line);
    if (part !== null) {
      const { words, result, lines } = part;
      return { workspace, quote: words, result, lines };
    }
    const beginning = await this.beginning(workspace, path, quote);
    const has =
      beginning === '' ? 'not even its first word is there' : `it has only ${quoted(beginning)}`;
    return {
      issue: `${path} does not say ${quoted(quote)}: ${has}. Read the file, and copy one passage as it stands`,
    };
  }

  /**
   * Returns the longest beginning of a quote that a file contains, in whole words; '' if it lacks even the first word.
   */
  private async beginning(workspace: Workspace, path: string, quote: string): Promise<string> {
    const words = quote.split(/\s+/).filter((word) => collectTerms(word).length > 0);
    let [low, high] = [0, words.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const part = words.slice(0, middle).join(' ');
      const found = await this.searches.quotes(workspace, path, part).next();
      if (found.done === true) high = middle - 1;
      else low = middle;
    }
    return words.slice(0, low).join(' ');
  }

  private async findWorkspace(
    { projectId, workspaceId, knowledge }: CitingTask,
    name: string | null,
  ): Promise<Workspace | null> {
    const own = await this.workspaces.resolve(projectId, workspaceId, 'workspace');
    if (name === null || name === own.name) return own;
    const id = knowledge.get(name);
    return id === undefined ? null : this.workspaces.resolve(projectId, id, 'workspace');
  }
}

/** Returns the passage closest to the given line; the first passage without a line. */
async function nearest(
  passages: AsyncIterable<QuotedPart>,
  line: number | null,
): Promise<QuotedPart | null> {
  let best: QuotedPart | null = null;
  const apart = ({ result }: QuotedPart): number => Math.abs(result.line - (line ?? result.line));
  for await (const passage of passages) {
    if (best === null || apart(passage) < apart(best)) best = passage;
    if (apart(best) === 0) break;
  }
  return best;
}

/** Returns the passages without duplicates. */
function distinct(passages: readonly QuotedPassage[]): QuotedPassage[] {
  const buildPassageKey = ({ workspace, quote, result }: QuotedPassage): string =>
    JSON.stringify([workspace.id, result.path, result.line, quote]);
  return [...new Map(passages.map((passage) => [buildPassageKey(passage), passage])).values()];
}

/** Returns why the params of a question exclude a file; null if they allow it. */
function describeExclusion(params: Json, workspace: Workspace, path: string): string | null {
  if (!isJsonObject(params)) return null;
  const { workspace: asked, path: below } = params;
  if (typeof asked === 'string' && asked !== workspace.name)
    return `the question is about the workspace ${quoted(asked)} alone: name it as "workspace"`;
  if (typeof below !== 'string') return null;
  const directory = normalisePath(below, 'path');
  if (path === directory || isInside(path, directory)) return null;
  return `${path} is not below ${quoted(below)}, which the question is about`;
}

function citationJson({ workspace, quote, result }: QuotedPassage): JsonObject {
  return { ...placeJson(result), workspace: workspace.name, quote };
}

function placeJson(result: SearchResult): JsonObject {
  return {
    path: result.path,
    heading: result.heading,
    anchor: result.anchor,
    line: result.line,
    first_line: result.firstLine,
    last_line: result.lastLine,
    place: result.place && { ...result.place },
    etag: result.etag,
  };
}
