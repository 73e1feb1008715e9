import { choice, integer } from './setting.js';

/** Settings of the tables, and of the connections with PostgreSQL, beside its addresses. */
export const DATABASE_SETTINGS = {
  databasePrepare: choice(
    {
      env: 'METARUN_DATABASE_PREPARE',
      description:
        'Whether frequent statements are prepared on PostgreSQL; auto tries at the start whether a pooler lets them work.',
    },
    ['auto', 'off'],
    'auto',
  ),
  migrate: choice(
    {
      env: 'METARUN_MIGRATE',
      description:
        'Whether a start brings the tables of the database up to date; off = it is refused while they are older, until metarun migrate has been run.',
    },
    ['auto', 'off'],
    'auto',
  ),
  databaseTimeoutSeconds: integer(
    {
      env: 'METARUN_DATABASE_TIMEOUT_SECONDS',
      description:
        'Time that PostgreSQL has for a statement, a lock, a connection, and the rest of a transaction, in seconds.',
    },
    10,
    1,
    600,
  ),
};
