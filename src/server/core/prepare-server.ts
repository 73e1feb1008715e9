import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { InstallationCheck } from '../../files/files/blobs/installation-check.service.js';
import { checkEqualSettings } from '../installation/equal-settings.js';
import { Pause } from '../installation/pause.js';
import { checkSecrets, secretsAdvice } from '../installation/secrets-check.js';
import { SecretKey } from '../../access/secrets/secret-key.js';
import { logTasks } from '../../tasks/tasks/details/task-log.js';
import { Database } from '../../platform/database/database.js';
import { EventBus } from '../../platform/events/event-bus.js';
import type { ServerConfig } from './config.js';
import { prepareCore } from './core.module.js';
import { ScriptWarming } from './script-warming.js';

/** Checks what a server has opened, before it serves. `paused` pauses the installation. Rejects with the reason why it must not start. */
export async function prepareServer(
  app: INestApplicationContext,
  { paused = false }: { paused?: boolean | undefined },
): Promise<void> {
  await prepareCore(app);
  // The processes of scripts start beside all that follows here.
  app.get(ScriptWarming).begin();
  const logger = app.get<Logger>(LOGGER);
  const database = app.get(Database);
  const key = await app.get(SecretKey).find();
  await app.get(InstallationCheck).run();
  await checkEqualSettings(app.get<ServerConfig>(CONFIG), database, key);
  // Without the right key the server works, but for the tasks and webhooks that need their secrets.
  const found = await checkSecrets(database, key);
  if (found.unreadable > 0) logger.warn(found, secretsAdvice(found, app.get(SecretKey).place));
  logTasks(app.get(EventBus), logger);
  if (paused) await app.get(Pause).begin();
}
