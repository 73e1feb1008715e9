/// <reference types="node" />
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runTask } from 'metarun/testing';
import { readCsv, writeCsv } from './csv.ts';

it('readCsv reads quotes, commas and line breaks within cells', () => {
  const { columns, rows } = readCsv(
    'name,note\r\n"Ada, L.","said ""hi"""\n\nBob,"two\nlines"\nEve,',
  );
  assert.deepEqual(columns, ['name', 'note']);
  assert.deepEqual(rows, [
    { line: 2, values: { name: 'Ada, L.', note: 'said "hi"' } },
    { line: 4, values: { name: 'Bob', note: 'two\nlines' } },
    { line: 6, values: { name: 'Eve', note: '' } },
  ]);
});

it('readCsv reads back the cells that writeCsv wrote', () => {
  const rows = [['a', 'b,c', 'd"e', 'f\ng', '']];
  const { columns } = readCsv(writeCsv(rows));
  assert.deepEqual(columns, rows[0]);
});

it('readCsv reports the line of a quote that is never closed', () => {
  assert.throws(() => readCsv('a,b\n1,"2'), /line 2: a quote is never closed/);
});

it('the task adds up many rows exactly', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => [n, '2026-01-05', 'North', 'Cup', 1, '4.50']);
  const head = ['order_id', 'date', 'region', 'product', 'quantity', 'unit_price'];
  const { status, result } = await runTask({ files: { '/sales.csv': writeCsv([head, ...rows]) } });
  assert.equal(status, 'success');
  assert.partialDeepStrictEqual(result, { sales: 500, revenue: '2250.00' });
});
