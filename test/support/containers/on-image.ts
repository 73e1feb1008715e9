import {
  type CheckOptions,
  type CheckResult,
  type RunHandle,
  type RunHost,
  type RunImage,
  type RunSpec,
  ScriptRuntime,
} from '../../../src/sandbox/runtime/runtime.js';

/** Phases of a run on an image: while it waits for its container, and afterwards. */
export const STARTING = 'Starting image';
export const RUNNING = 'Running';

/** A runtime that starts each run on an image. It hides the phases that report whether a container was ready. */
export class OnImage extends ScriptRuntime {
  override readonly language;

  constructor(
    private readonly inner: ScriptRuntime,
    private readonly image: RunImage,
  ) {
    super();
    this.language = inner.language;
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
    const quiet: RunHost = {
      stop: host.stop,
      onPhase: (text) => {
        if (![STARTING, RUNNING].includes(text)) host.onPhase(text);
      },
      onProgress: (value) => host.onProgress(value),
      onLog: (level, text, part) => host.onLog(level, text, part),
      redact: (text) => host.redact(text),
      call: (method, args, pending) => host.call(method, args, pending),
      waits: (method) => host.waits(method),
    };
    return this.inner.start({ ...run, image: this.image }, quiet);
  }

  override close(): Promise<void> {
    return this.inner.close();
  }
}
