import { Client } from './client.mjs';
import { SCRIPTS } from './load.mjs';
import { spread } from './statistics.mjs';

/**
 * Runs TypeScript tasks on a running server, one after another, round-robin over as many projects as each entry of
 * `counts` says. A process that runs scripts belongs to one project, so each project needs its own. The first round is
 * not counted; at least `tasks` are.
 */
export async function overProjects(server, counts, tasks) {
  const projects = [];
  try {
    const results = [];
    for (const count of counts) {
      while (projects.length < count) projects.push(await openProject(server, projects.length));
      results.push({ projects: count, total: await roundRobin(projects, tasks) });
    }
    return results;
  } finally {
    for (const { client } of projects) client.close();
  }
}

async function roundRobin(projects, tasks) {
  const rounds = Math.ceil(tasks / projects.length);
  const times = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const { client, identifier } of projects) {
      const { total } = await client.runTask(identifier);
      if (round > 0) times.push(total);
    }
  return spread(times);
}

async function openProject(server, index) {
  const admin = new Client(server);
  const { id } = await admin.call('POST', '/projects', server.adminToken, { name: `b ${index}` });
  admin.close();
  const client = new Client(server, id);
  await client.open();
  const identifier = await client.createMetaTask('typescript', SCRIPTS.typescript);
  return { client, identifier };
}
