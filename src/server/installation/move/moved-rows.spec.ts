import { describe, expect, it } from '@jest/globals';
import type { SqlValue } from '../../../platform/database/database.js';
import { copyTable, insertRows, sumOfTable, TableSum } from './moved-rows.js';
import type { MovedTable, Side } from './moved-tables.js';

const TABLE: MovedTable = {
  name: 'things',
  columns: [
    { name: 'id', kind: 'plain' },
    { name: 'bytes', kind: 'bytes' },
    { name: 'flag', kind: 'flag' },
  ],
};

type Row = Record<string, unknown>;

/** Returns a database with these rows, and the statements that it receives. */
function side(kind: Side['kind'], rows: readonly Row[] = []) {
  const given: [sql: string, values: readonly SqlValue[]][] = [];
  let read = 0;
  const query = async (sql: string, values: readonly SqlValue[] = []) => {
    given.push([sql.replaceAll(/\s+/g, ' '), values]);
    if (!/^(SELECT|FETCH)/.test(sql)) return [];
    const [, count = '0'] = /(?:LIMIT|FETCH) (\d+)/.exec(sql) ?? [];
    const page = rows.slice(read, read + Number(count));
    read += page.length;
    return page.map((row, at) => ({ 'move row': read - page.length + at + 1, ...row }));
  };
  return { made: { kind, query } as Side, given };
}

const SQLITE = [
  { id: 'a', bytes: Buffer.from([1, 255]), flag: 1 },
  { id: 'b', bytes: null, flag: 0 },
  { id: 'c', bytes: null, flag: null },
];
const POSTGRES = SQLITE.map((row) => ({ ...row, flag: row.flag === null ? null : row.flag === 1 }));
const MOVED = [
  { id: 'a', bytes: '\\x01ff', flag: true },
  { id: 'b', bytes: null, flag: false },
  { id: 'c', bytes: null, flag: null },
];

describe('the move of a table', () => {
  it('rows of SQLite become those of PostgreSQL, and the other way round', async () => {
    const to = side('postgres');
    await copyTable(side('sqlite', SQLITE).made, to.made, TABLE, () => undefined);
    expect(to.given[0]?.[0]).toBe('DELETE FROM "things"');
    expect(JSON.parse(String(to.given[1]?.[1][0]))).toEqual(MOVED);
    const back = side('sqlite');
    await copyTable(side('postgres', POSTGRES).made, back.made, TABLE, () => undefined);
    expect(back.given.slice(1).map(([, values]) => values)).toEqual([
      ['a', Buffer.from([1, 255]), true],
      ['b', null, false],
      ['c', null, null],
    ]);
  });

  it('all rows are read once, however many there are, and counted as they come', async () => {
    const many = Array.from({ length: 90 }, (_, n) => ({ id: n, bytes: null, flag: 0 }));
    const counted: number[] = [];
    const from = side('sqlite', many);
    const to = side('sqlite');
    const sum = await copyTable(from.made, to.made, TABLE, (rows) => counted.push(rows));
    expect(counted).toEqual([20, 70]);
    expect([sum.rows, to.given.length]).toEqual([90, 91]);
    expect(from.given.map(([sql]) => /rowid > (\d+)/.exec(sql)?.[1])).toEqual(['0', '20', '90']);
  });

  it('the sum of a table is the same on both databases and in any order, and another for other rows', async () => {
    const sums = [
      await sumOfTable(side('sqlite', SQLITE).made, TABLE),
      await sumOfTable(side('postgres', POSTGRES.toReversed()).made, TABLE),
    ];
    expect(sums[0]?.checksum).toBe(sums[1]?.checksum);
    expect(sums.map(({ rows }) => rows)).toEqual([3, 3]);
    const other = new TableSum();
    for (const row of MOVED) other.add(TABLE, { ...row, flag: true });
    expect(other.checksum).not.toBe(sums[0]?.checksum);
  });

  it('a backup that is being made stays with its database', async () => {
    const own = { ...TABLE, name: 'installation' };
    const { made, given } = side('postgres');
    await sumOfTable(made, own);
    expect(given[0]?.[0]).toContain(`WHERE name NOT LIKE 'backup:%'`);
    expect(given.at(-1)?.[0]).toBe('CLOSE move_installation');
    const none = side('sqlite');
    await insertRows(none.made, TABLE, []);
    expect(none.given).toEqual([]);
  });
});
