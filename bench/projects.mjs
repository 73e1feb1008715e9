import { Client } from './client.mjs';
import { SCRIPTS } from './load.mjs';
import { spread } from './statistics.mjs';

/**
 * On a started server, TypeScript tasks, one after the other, round robin over the first of `counts` projects, then over more of them:
 * a process that runs scripts belongs to one project, so each needs its own. The first round of each is not
 * counted; `tasks` at least are.
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
