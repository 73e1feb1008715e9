import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

/**
 * Column types with the same meaning on SQLite and PostgreSQL. Entities use only these, so that one list of migrations
 * serves both. Times are milliseconds since the epoch. JSON is stored as the received text, since PostgreSQL's own
 * types reorder keys.
 */
export const Id = (): PropertyDecorator => PrimaryColumn({ type: 'text' });
export const PrimaryTextKey = Id;
/** Days since the epoch, as a part of a key. */
export const PrimaryDay = (): PropertyDecorator => PrimaryColumn({ type: 'integer' });
export const Text = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'text' });
export const NullableText = (): PropertyDecorator => Column({ type: 'text', nullable: true });
export const Int = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'integer' });
export const NullableInt = (): PropertyDecorator => Column({ type: 'integer', nullable: true });
export const NullableReal = (): PropertyDecorator =>
  Column({ type: 'double precision', nullable: true });
export const Big = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'bigint' });
export const NullableBig = (): PropertyDecorator => Column({ type: 'bigint', nullable: true });
export const Flag = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'boolean' });
export const Time = Big;
export const NullableTime = NullableBig;
