import { isIP } from 'node:net';
import { answerOf, ApiError, type MetarunClient } from '@metarun/client';
import { isWider, type NetworkPolicy } from '../../../base/kernel/network.js';
import type { DeploymentPlan } from '../../../tooling/authoring/deployment.js';
import { createRangeCheck, specialAddress } from '../../../sandbox/egress/addresses.js';
import { parseHostPattern } from '../../../sandbox/egress/host-pattern.js';
import { secretNames } from '../../toolkit/secret-names.js';

/**
 * A requirement of a meta-task that the server does not meet. It is reported as a warning, since the server may meet it
 * later.
 */
export interface Need {
  identifier: string;
  message: string;
}

/**
 * Resources of a project and its server. Null where the credentials lack permission or the server does not report them.
 */
interface Server {
  secrets: readonly string[] | null;
  network: { widest: NetworkPolicy; ranges: readonly string[] } | null;
}

const PROJECT = '/projects/{project_id}';

/** Returns the requirements of the meta-tasks that the server does not meet: secrets, a network, addresses. */
export async function missingNeeds(
  client: MetarunClient,
  plans: readonly DeploymentPlan[],
): Promise<Need[]> {
  const server = await loadServer(client);
  return plans.flatMap((plan) => {
    const { identifier } = plan.metaTask;
    const messages = [
      ...describeMissingSecrets(plan, server),
      ...describeBlockedNetwork(plan, server),
    ];
    return messages.map((message) => ({ identifier, message }));
  });
}

async function loadServer({ api, project }: MetarunClient): Promise<Server> {
  const params = { path: { project_id: project } };
  const secrets = await orNull(async () =>
    answerOf(await api.GET(`${PROJECT}/secrets`, { params })),
  );
  const network = await orNull(async () =>
    answerOf(await api.GET(`${PROJECT}/network`, { params })),
  );
  return { secrets: secrets?.map(({ name }) => name) ?? null, network };
}

/** Returns null if the server is too old for the path or the role may not read it. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return null;
    throw error;
  }
}

function describeMissingSecrets({ script }: DeploymentPlan, { secrets }: Server): string[] {
  if (secrets === null) return [];
  return secretNames(script)
    .filter((name) => !secrets.includes(name))
    .map(
      (name) =>
        `the project has no secret ${name}, which the script reads: metarun secrets set ${name}`,
    );
}

function describeBlockedNetwork(
  { metaTask }: DeploymentPlan,
  { network: limits }: Server,
): string[] {
  const { network, allowed_hosts: hosts } = metaTask.definition;
  if (limits === null || network === 'none') return [];
  const wide = `the server allows the network "${limits.widest}" at most, and it has "${network}" (METARUN_MAX_NETWORK)`;
  return [
    ...(isWider(network, limits.widest) ? [wide] : []),
    ...hosts.flatMap((host) => unreachable(host, limits.ranges)),
  ];
}

/**
 * Returns the blocked addresses of an entry. Only literal addresses can be checked here; names are resolved by the
 * server.
 */
function unreachable(entry: string, ranges: readonly string[]): string[] {
  const pattern = parseHostPattern(entry);
  if (typeof pattern === 'string') return [];
  const address = pattern.host === 'localhost' ? '127.0.0.1' : pattern.host;
  const what = isIP(address) === 0 ? null : specialAddress(address);
  if (what === null || createRangeCheck(ranges)(address)) return [];
  return [`${entry} is ${what}, which the server lets no script reach (METARUN_NETWORK_RANGES)`];
}
