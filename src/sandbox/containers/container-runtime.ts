import { basename, join } from 'node:path';
import { endedRun, failedWith } from '../runtime/run-handles.js';
import {
  type CheckOptions,
  type CheckResult,
  type RunHandle,
  type RunHost,
  type RunSpec,
  ScriptRuntime,
} from '../runtime/runtime.js';
import { EGRESS_DIR } from '../runtime/sandbox/guest-spec.js';
import { withAuthorLines } from '../runtime/sources/author-lines.js';
import type { ContainerRunners } from './container-runners.js';

const NO_ENGINE =
  'The meta-task runs on an image, and this server runs no container images: see METARUN_CONTAINER_ENGINE.';

/**
 * A runtime that runs scripts on images in containers and delegates everything else to another runtime. The containers
 * are closed by their owner.
 */
export class ContainerRuntime extends ScriptRuntime {
  override readonly language;

  /** `runners` is null if no engine is configured. */
  constructor(
    private readonly inner: ScriptRuntime,
    private readonly runners: ContainerRunners | null,
  ) {
    super();
    this.language = inner.language;
  }

  override get problem(): string | null {
    return this.inner.problem;
  }

  override warm(): Promise<void> {
    return this.inner.warm();
  }

  override warmCheck(): Promise<void> {
    return this.inner.warmCheck();
  }

  override check(source: string, project: string, options?: CheckOptions): Promise<CheckResult> {
    return this.inner.check(source, project, options);
  }

  override start(run: RunSpec, host: RunHost): RunHandle {
    if (run.image === undefined) return this.inner.start(run, host);
    const { runners } = this;
    if (runners === null) return endedRun(failedWith('sandbox_error', NO_ENGINE));
    const { image, network } = run;
    const seen = network && { ...network, socket: join(EGRESS_DIR, basename(network.socket)) };
    return withAuthorLines(run, host, (mapped) =>
      runners.start(this.language, image, { ...run, network: seen }, mapped),
    );
  }

  /** Closes only the other runtime. */
  override close(): Promise<void> {
    return this.inner.close();
  }
}
