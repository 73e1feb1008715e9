import { MetarunError } from '../../../base/kernel/errors.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { normalisePath } from '../../../files/files/tree/file-path.js';
import type { FileReaderService } from '../../../files/files/tree/file-reader.service.js';
import type { TextReaderService } from '../../../files/files/reading/text-reader.service.js';
import type { Workspace } from '../../../files/files/workspaces/workspace.js';
import type { WorkspacesService } from '../../../files/files/workspaces/workspaces.service.js';
import type { SearchService } from '../../../files/search/search.service.js';
import { searchResultJson } from '../../../files/search/search.wire.js';
import { ASK_IDENTIFIER, MAX_QUESTION } from '../../ask/ask-definition.js';
import type { AskService } from '../../ask/ask.service.js';
import type { ToolCall, ToolResult } from '../call.js';
import type { MetaTaskTools } from '../meta-task-tools.service.js';
import { assertScope } from '../request.js';
import type { TaskCalls } from '../task-calls.service.js';
import { isLong, jsonResult, MAX_ANSWER_BYTES } from '../tool-result.js';
import { fileUri } from '../uris.js';
import { args, type FixedTool, ID, LIMIT, readNumber, READS, readText } from './fixed-tool.js';

const PATH = { type: 'string', minLength: 1, maxLength: 4096 } as const;
const WORKSPACE = { ...ID, description: 'Id of a workspace. Default: the default workspace.' };

/** Services that create a task from a question. */
interface Asking {
  asks: AskService;
  metaTasks: MetaTaskTools;
  calls: TaskCalls;
}

/** Tools that search and read files, and answer questions from them. */
export class FileTools {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly reader: FileReaderService,
    private readonly texts: TextReaderService,
    private readonly searches: SearchService,
    private readonly asking: Asking,
  ) {}

  all(): FixedTool[] {
    return [this.search(), this.ask(), this.read()];
  }

  private search(): FixedTool {
    return {
      name: 'search_files',
      title: 'Search files',
      description:
        'Searches text files and knowledge bases by words, best first: all of these words and "phrases", none of those with a minus sign. ' +
        'With "meaning" as "used", what says the same in other words is found too; as "unavailable", its model did not answer. ' +
        'Each result has the URI of its lines, by which to cite it, and the page, slide or sheet of its document where it has one.',
      inputSchema: args(
        {
          query: { type: 'string', minLength: 1, maxLength: 1000 },
          path: { ...PATH, description: 'Directory or file to search.' },
          workspace: WORKSPACE,
          limit: LIMIT,
        },
        ['query'],
      ),
      scope: 'files:read',
      hints: READS,
      call: (given, call) => this.found(given, call),
    };
  }

  private ask(): FixedTool {
    return {
      name: ASK_IDENTIFIER,
      title: 'Ask files',
      description:
        'Answers a question from the text files and knowledge bases of the project, by a model of its own that searches and reads them. ' +
        'The result has `found`, `answer` and `citations` with path, quote, heading, lines and page; `found` is false where the files do not have the answer. ' +
        'Ask one whole question, with the names and numbers that matter. To look words up, search_files is quicker.',
      inputSchema: args(
        {
          question: { type: 'string', minLength: 1, maxLength: MAX_QUESTION },
          path: { ...PATH, description: 'Directory or file to search.' },
          workspace: {
            ...ID,
            description: 'Id of a workspace. Default: all workspaces of the project.',
          },
        },
        ['question'],
      ),
      scope: 'files:read',
      hints: READS,
      call: (given, call) => this.answered(given, call),
    };
  }

  private read(): FixedTool {
    return {
      name: 'read_file',
      title: 'Read a file',
      description: 'Reads a text file, or some of its lines, or a section of a Markdown file.',
      inputSchema: args(
        {
          path: PATH,
          workspace: WORKSPACE,
          lines: {
            type: 'string',
            maxLength: 30,
            description: 'Range of lines, such as 10-20, 10- or 10.',
          },
          section: {
            type: 'string',
            maxLength: 1000,
            description: 'Title or anchor of a heading.',
          },
        },
        ['path'],
      ),
      scope: 'files:read',
      hints: READS,
      call: (given, call) => this.content(given, call),
    };
  }

  private async found(given: JsonObject, call: ToolCall): Promise<ToolResult> {
    const workspace = await this.workspace(given, call);
    const inPath = readText(given, 'path');
    const page = {
      limit: readNumber(given, 'limit') ?? LIMIT.default,
      path: inPath === undefined ? undefined : normalisePath(inPath, '/path'),
    };
    const query = readText(given, 'query') ?? '';
    const { results, meaning } = await this.searches.search(workspace, query, page, '/query');
    const shown = results.map((result): JsonObject => {
      const lines = { first: result.firstLine, last: result.lastLine };
      const uri = fileUri(call.request.project, workspace.id, result.path, lines);
      return { ...searchResultJson(result), uri };
    });
    return jsonResult({ workspace: workspace.id, meaning, results: shown });
  }

  private async answered(given: JsonObject, call: ToolCall): Promise<ToolResult> {
    const { asks, metaTasks, calls } = this.asking;
    const projectId = call.request.project.id;
    assertScope(call.request, 'tasks:write');
    const params = await asks.buildParams(projectId, {
      question: readText(given, 'question') ?? '',
      ws: readText(given, 'workspace'),
      path: readText(given, 'path'),
    });
    await asks.prepare(projectId);
    const tool = await metaTasks.get(projectId, ASK_IDENTIFIER);
    if (tool === null)
      throw new MetarunError(
        'not_available',
        `The meta-task "${ASK_IDENTIFIER}" is archived or hidden from MCP clients: an author can change that.`,
      );
    return calls.run(call, tool, params);
  }

  private async content(given: JsonObject, call: ToolCall): Promise<ToolResult> {
    const workspace = await this.workspace(given, call);
    const path = normalisePath(readText(given, 'path') ?? '', '/path');
    const asked = { lines: readText(given, 'lines'), section: readText(given, 'section') };
    const part = await this.texts.part(workspace, path, asked);
    const { project } = call.request;
    if (part === null) return this.whole(workspace, path, call);
    if (isLong(part.content)) throw tooLong(path);
    const lines = { first: part.firstLine, last: part.lastLine };
    return jsonResult({
      path,
      uri: fileUri(project, workspace.id, path, lines),
      first_line: part.firstLine,
      last_line: part.lastLine,
      total_lines: part.totalLines,
      place: part.place === null ? null : { ...part.place },
      content: part.content,
    });
  }

  private async whole(workspace: Workspace, path: string, call: ToolCall): Promise<ToolResult> {
    const entry = await this.reader.find(workspace, path);
    if (entry?.type === 'file' && entry.size > MAX_ANSWER_BYTES) throw tooLong(path);
    const { content, encoding } = await this.reader.read(workspace, path);
    const uri = fileUri(call.request.project, workspace.id, path);
    if (encoding === 'base64')
      throw new MetarunError('not_available', `"${path}" is not text: read the resource ${uri}.`);
    return jsonResult({ path, uri, content });
  }

  private workspace(given: JsonObject, { request }: ToolCall): Promise<Workspace> {
    return this.workspaces.resolve(request.project.id, readText(given, 'workspace'), '/workspace');
  }
}

function tooLong(path: string): MetarunError {
  return new MetarunError(
    'too_large',
    `What is asked of "${path}" has more than ${MAX_ANSWER_BYTES} bytes: read it in parts, by lines.`,
  );
}
