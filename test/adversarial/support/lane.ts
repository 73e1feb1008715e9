import { type IdleServer, startIdleServer } from '../../support/idle-server.js';
import { stopUnharmed } from '../../support/inline-script.js';
import { alive, readMark, type ProcessMark } from '../../support/processes.js';
import { type ServerProcess, startServerProcess } from '../../support/server-process.js';
import { GRACE_SECONDS, type HostileCase, type Target } from './hostile-case.js';
import { Project } from './project.js';
import { Rest } from '../../support/rest.js';
import { type Evidence, judge, type Verdict } from './verdict.js';
import { Watch } from './watch.js';

type Tried = Pick<Evidence, 'hostile' | 'attempt' | 'sightings'>;

/** A server on which cases are tried one after the other. */
export class Lane {
  private count = 0;

  private constructor(
    private readonly target: Target,
    private readonly server: ServerProcess,
    private readonly mark: ProcessMark,
    readonly sandbox: string,
    private readonly reference: IdleServer,
    private readonly projects: { hostile: Project; neighbour: Project; next: Project },
    /** Result of the probe before any attack. */
    private readonly pristine: unknown,
    private readonly rest: Rest,
  ) {}

  static async open(target: Target, sandbox: string): Promise<Lane> {
    const server = await startServerProcess({
      METARUN_SANDBOX: sandbox,
      ...target.settings,
      METARUN_CANCEL_GRACE_SECONDS: String(GRACE_SECONDS),
    });
    try {
      return await Lane.prepare(target, server);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  private static async prepare(target: Target, server: ServerProcess): Promise<Lane> {
    const make = (name: string): Promise<Project> => Project.create(server, name, target);
    const projects = {
      hostile: await make('hostile'),
      neighbour: await make('neighbour'),
      next: await make('next'),
    };
    await projects.neighbour.define('neighbour', target.neighbour);
    await projects.next.define('trivial', target.trivial);
    await projects.hostile.define('probe', target.probe);
    // Run each of them once, so that all processes of the server exist.
    await projects.neighbour.write('/open');
    await projects.neighbour.run('neighbour', { stop: '/open' });
    await projects.next.run('trivial');
    const probe = await projects.hostile.run('probe');
    return new Lane(
      target,
      server,
      readMark(server.pid),
      await loadSandboxKind(server),
      await startIdleServer(),
      projects,
      probe.result,
      // A project gets another runner if one takes long to clean up. Four cases that each left one would be noticed.
      await Rest.of(server.pid, (now) => now + Object.keys(projects).length),
    );
  }

  /**
   * Tries cases one after the other, and checks that other projects and later runs are not affected. Returns a verdict
   * on each.
   */
  async attack(cases: readonly HostileCase[]): Promise<Verdict[]> {
    const { projects, target } = this;
    const stop = `/stop-${(this.count += 1)}`;
    const neighbour = await projects.neighbour.start('neighbour', { stop });
    await projects.neighbour.phase(neighbour);
    const tried: Tried[] = [];
    for (const hostile of cases) tried.push(await this.tried(hostile));
    await projects.neighbour.write(stop);
    const beside = await projects.neighbour.end(neighbour);
    const next = await projects.next.run('trivial');
    const probe = await projects.hostile.run('probe');
    const left = await this.rest.again(tried.flatMap(({ sightings }) => sightings.seen));
    const others = {
      target,
      sameServer: alive([this.mark]).length === 1,
      beside,
      next,
      leftovers: [this.pristine, probe.result],
      left,
    } as const;
    return tried.map((one) => judge({ ...others, ...one }));
  }

  private async tried(hostile: HostileCase): Promise<Tried> {
    const { server, reference } = this;
    const watch = new Watch(server.pid, { server: server.url, reference: reference.url });
    try {
      const attempt = await this.projects.hostile.attempt(hostile);
      return { hostile, attempt, sightings: await watch.end() };
    } catch (error) {
      await watch.end();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.reference.stop();
    await stopUnharmed(this.server, this.mark.pid);
  }
}

async function loadSandboxKind(server: ServerProcess): Promise<string> {
  const { body } = await server.call<{ details: { sandbox: { kind: string } } }>(
    'GET',
    '/health/ready',
  );
  return body.details.sandbox.kind;
}
