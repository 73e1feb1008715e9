/** Runs in containers of the test image, through the product's own classes, without a server. */
import { execFileSync } from 'node:child_process';
import { readServerConfig } from '../../../src/server/core/config.js';
import { ContainerEngine } from '../../../src/sandbox/containers/container-engine.js';
import { Containers } from '../../../src/sandbox/containers/containers.js';
import type { EngineName } from '../../../src/sandbox/containers/engine-report.js';
import type { Egress } from '../../../src/sandbox/egress/egress.js';
import { openEgress } from '../../../src/sandbox/egress/open-egress.js';
import { EgressFolder } from '../../../src/sandbox/runtime/sandbox/egress-folder.js';
import { Runtimes } from '../../../src/sandbox/runtime/runtimes.js';
import { perLanguage } from '../../../src/base/languages/index.js';
import type { RunImage } from '../../../src/sandbox/runtime/runtime.js';
import { readCommand, processesNaming } from '../processes.js';
import { RUNTIMES } from '../runtimes.js';
import { sandbox } from '../sandbox.js';

/** The image and the settings found by test/support/needs-containers.mjs. */
export const found = JSON.parse(process.env['TEST_CONTAINERS'] ?? '{}') as {
  engine: EngineName;
  args: string[];
  runArgs: string[];
  reference: string;
  settings: Record<string, string>;
};

/** The programs that monitor containers, by engine. */
const MONITORS: Readonly<Record<EngineName, string>> = {
  podman: 'conmon',
  docker: 'containerd-shim',
  nerdctl: 'containerd-shim',
};

export function listMonitors(container: string): number[] {
  const { engine, args } = found;
  const asked = [...args, 'container', 'inspect', '--format', '{{.Id}}', container];
  const id = execFileSync(engine, asked, { encoding: 'utf8' }).trim();
  return processesNaming(id).filter((pid) => readCommand(pid).includes(MONITORS[engine]));
}

export interface ContainerRuns {
  containers: Containers;
  engine: ContainerEngine;
  egress: Egress;
  runtimes: Runtimes;
  image: RunImage;
  warnings: string[];
  close(): Promise<void>;
}

/** Starts the parts of a server that run containers. */
export async function openContainerRuns(
  settings: Record<string, string> = {},
): Promise<ContainerRuns> {
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const folder = EgressFolder.make(sandbox);
  const config = readServerConfig({ ...found.settings, ...settings });
  const containers = await Containers.open(config, folder, onWarning);
  // A folder without a socket would be mistaken for that of a killed server.
  const egress = await openEgress(config, folder);
  const { engine } = containers;
  if (engine === null) throw new Error('no engine');
  const info = await engine.inspectImage(found.reference);
  if (info === null) throw new Error(`${found.reference} is not there`);
  const inner = new Runtimes(perLanguage((language) => RUNTIMES[language](onWarning)));
  const runtimes = containers.around(inner);
  return {
    containers,
    engine,
    egress,
    runtimes,
    warnings,
    image: {
      digest: info.digest,
      pinned: info.pinned,
    },
    close: async () => {
      await containers.close();
      await runtimes.close();
      await egress.close();
      await folder.remove();
    },
  };
}
