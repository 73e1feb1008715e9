import { Inject, Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import type { RunKey } from '../../../workflow/engine/runs/run-key.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { Capabilities, CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../../sandbox/runtime/capability-args.js';
import { decodeContent } from '../content/content-encoding.js';
import { fileEntryJson } from './file.wire.js';
import { normalisePath, ROOT } from './file-path.js';
import { FileReaderService } from './file-reader.service.js';
import { FileWriterService } from './file-writer.service.js';
import { TaskFiles } from '../uses/task-files.service.js';
import type { Workspace } from '../workspaces/workspace.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

/** Maximum number of entries in a script's list. */
const MAX_LISTED = 10_000;
/** Maximum size of a part that a script reads, in bytes, so that it fits into a frame. */
const PART_BYTES = 8 * 1024 * 1024;

interface FileCall {
  args: CapabilityArgs;
  workspace: Workspace;
  path: string;
  run: RunKey;
}

/**
 * `files.*`: what a script may do with the files of its project, under the same rules and with the same errors as over
 * HTTP.
 */
@Injectable()
export class FilesCapability {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly reader: FileReaderService,
    private readonly writer: FileWriterService,
    @Inject(TaskFiles) private readonly uses: Pick<TaskFiles, 'read'>,
  ) {}

  register(capabilities: Capabilities): void {
    this.offer(capabilities, 'files.read', [], (call) => this.read(call));
    this.offer(capabilities, 'files.read_part', ['from'], (call) => this.readPart(call));
    this.offer(capabilities, 'files.write', ['content', 'encoding'], (call) => this.write(call));
    this.offer(capabilities, 'files.list', ['recursive'], (call) => this.list(call));
    this.offer(capabilities, 'files.delete', [], async ({ workspace, path, run }) => {
      await this.writer.remove(workspace, path, {}, run);
      return null;
    });
    this.offer(capabilities, 'files.exists', [], async ({ workspace, path }) => {
      return path === ROOT || (await this.reader.find(workspace, path)) !== null;
    });
  }

  /** Registers a method. Every method takes `path` and `ws`; the default path of a list is the root. */
  private offer(
    capabilities: Capabilities,
    method: string,
    more: readonly string[],
    handle: (call: FileCall) => Promise<Json>,
  ): void {
    capabilities.register(method, async (context: CapabilityContext, json: Json) => {
      const args = new CapabilityArgs(method, json, ['path', 'ws', ...more]);
      const text =
        method === 'files.list' ? (args.optionalText('path') ?? ROOT) : args.text('path');
      const path = normalisePath(text, 'path');
      const ws = args.optionalText('ws') ?? context.workspaceId;
      return handle({
        args,
        path,
        run: context,
        workspace: await this.workspaces.resolve(context.projectId, ws, 'ws'),
      });
    });
  }

  private async read({ workspace, path, run }: FileCall): Promise<JsonObject> {
    const { entry, content, encoding } = await this.reader.read(workspace, path);
    this.uses.read(run, { workspaceId: workspace.id, path, versionId: entry.versionId });
    return { content, encoding };
  }

  /** Returns up to {@link PART_BYTES} of a file from an offset, in base64; nothing beyond its end. */
  private async readPart({ args, workspace, path, run }: FileCall): Promise<JsonObject> {
    const from = args.optionalWhole('from', 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const { entry, content } = await this.reader.open(workspace, path, ({ size }) =>
      // A range cannot be empty.
      from < size ? { start: from, end: Math.min(from + PART_BYTES, size) - 1 } : null,
    );
    this.uses.read(run, { workspaceId: workspace.id, path, versionId: entry.versionId });
    const { size } = entry;
    if (from < size) return { content: (await buffer(content)).toString('base64'), size };
    content.destroy();
    return { content: '', size };
  }

  private async write({ args, workspace, path, run }: FileCall): Promise<JsonObject> {
    const encoding = args.choice('encoding', ['utf-8', 'base64'], 'utf-8');
    const content = decodeContent(args.text('content'), encoding);
    return fileEntryJson((await this.writer.write(workspace, path, content, {}, run)).entry);
  }

  private async list({ args, workspace, path }: FileCall): Promise<Json[]> {
    const recursive = args.flag('recursive');
    const { entries, next } = await this.reader.list(workspace, path, {
      recursive,
      limit: MAX_LISTED,
    });
    if (next !== null)
      throw new MetarunError(
        'too_large',
        `"${path}" has more than ${MAX_LISTED} entries: list its directories.`,
      );
    return entries.map(fileEntryJson);
  }
}
