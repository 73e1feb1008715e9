import { Inject, Injectable } from '@nestjs/common';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import type { Capabilities } from '../../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../../sandbox/runtime/capability-args.js';
import { fileEntryJson } from '../tree/file.wire.js';
import type { FileEntry } from '../tree/file-entry.js';
import { normalisePath, ROOT } from '../tree/file-path.js';
import type { RunKey } from '../../../workflow/engine/runs/run-key.js';
import { TaskFiles } from '../uses/task-files.service.js';
import type { Workspace } from '../workspaces/workspace.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { FileFinderService } from './file-finder.service.js';
import { isLineRange } from './lines.js';
import { headingJson } from './outline.wire.js';
import { TextReaderService } from './text-reader.service.js';

/** Maximum number of entries that a script may get for one pattern. */
const MAX_FOUND = 10_000;
const MAX_LINE = 1_000_000_000;

interface ReadingCall {
  run: RunKey;
  args: CapabilityArgs;
  workspace: Workspace;
  path: string;
}

/** Functions with which scripts find files and read parts of them, with the same rules and errors as over HTTP. */
@Injectable()
export class ReadingCapability {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly texts: TextReaderService,
    private readonly finder: FileFinderService,
    @Inject(TaskFiles) private readonly uses: Pick<TaskFiles, 'read'>,
  ) {}

  register(capabilities: Capabilities): void {
    this.offer(capabilities, 'files.read_lines', ['first', 'last'], (call) => this.lines(call));
    this.offer(
      capabilities,
      'files.read_section',
      ['section'],
      async ({ args, workspace, path, run }) => {
        const part = await this.texts.section(workspace, path, args.text('section'));
        this.used(run, workspace, part.entry);
        return part.content;
      },
    );
    this.offer(capabilities, 'files.outline', [], async ({ workspace, path, run }) => {
      const { entry, headings, more } = await this.texts.outline(workspace, path);
      this.used(run, workspace, entry);
      if (more)
        throw new MetarunError(
          'too_large',
          `"${path}" has more than the ${headings.length} headings that an outline may have: read it by lines.`,
        );
      return headings.map(headingJson);
    });
    this.offer(capabilities, 'files.glob', ['pattern'], (call) => this.glob(call));
  }

  /**
   * Registers a method that takes `path` and `ws`, among other arguments. For a pattern, the default path is the root.
   */
  private offer(
    capabilities: Capabilities,
    method: string,
    more: readonly string[],
    handle: (call: ReadingCall) => Promise<Json>,
  ): void {
    capabilities.register(method, async (context, json) => {
      const args = new CapabilityArgs(method, json, ['path', 'ws', ...more]);
      const text =
        method === 'files.glob' ? (args.optionalText('path') ?? ROOT) : args.text('path');
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

  private used(run: RunKey, { id: workspaceId }: Workspace, { path, versionId }: FileEntry): void {
    this.uses.read(run, { workspaceId, path, versionId });
  }

  private async lines({ args, workspace, path, run }: ReadingCall): Promise<string> {
    const first = args.optionalWhole('first', 1, MAX_LINE) ?? 1;
    const last = args.optionalWhole('last', 1, MAX_LINE);
    if (!isLineRange(first, last))
      throw invalidField('files.read_lines', `"last" must not be less than "first", ${first}`);
    const part = await this.texts.lines(workspace, path, { first, last });
    this.used(run, workspace, part.entry);
    return part.content;
  }

  private async glob({ args, workspace, path }: ReadingCall): Promise<Json[]> {
    const pattern = args.text('pattern');
    const found: FileEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.finder.find(
        workspace,
        path,
        pattern,
        { limit: MAX_FOUND + 1 - found.length, cursor },
        'files.glob',
      );
      found.push(...page.entries);
      if (found.length > MAX_FOUND)
        throw new MetarunError(
          'too_large',
          `The pattern matches more than ${MAX_FOUND} files: choose a narrower one.`,
        );
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return found.map(fileEntryJson);
  }
}
