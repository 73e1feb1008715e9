import { choice, integer } from './setting.js';

/** Settings of the tables and of the connections to PostgreSQL, except its addresses. */
export const DATABASE_SETTINGS = {
  databasePrepare: choice(
    {
      env: 'METARUN_DATABASE_PREPARE',
      description:
        'Whether to prepare frequent statements on PostgreSQL; auto checks at startup whether a pooler allows it.',
    },
    ['auto', 'off'],
    'auto',
  ),
  migrate: choice(
    {
      env: 'METARUN_MIGRATE',
      description:
        'Whether to migrate the database at startup; off = the server does not start with an older schema until metarun migrate has been run.',
    },
    ['auto', 'off'],
    'auto',
  ),
  databaseTimeoutSeconds: integer(
    {
      env: 'METARUN_DATABASE_TIMEOUT_SECONDS',
      description:
        'Timeout of PostgreSQL for a statement, a lock, a connection, and an idle transaction, in seconds.',
    },
    10,
    1,
    600,
  ),
};
