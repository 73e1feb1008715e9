import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import {
  ArrayMaxSize,
  IsArray,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import type { JsonObject } from '../../base/kernel/json.js';
import { EachOf } from '../../platform/wire/members.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { checkDto } from './dto-check.js';
import { ValidationErrors } from './validation-errors.js';

/** Values that the rules of the DTOs below have checked. */
let seen: unknown[] = [];
const Seen = (each: boolean): PropertyDecorator =>
  ValidateBy({ name: 'seen', validator: { validate: (value) => seen.push(value) > 0 } }, { each });

class Item {
  @Seen(false)
  @MaxLength(10)
  @IsString()
  name!: string;
}
class Body extends Item {
  @IsOptional()
  @Seen(true)
  @ArrayMaxSize(3)
  @MaxLength(5, { each: true })
  @IsArray()
  tags?: string[];

  @IsOptional()
  @EachOf(() => Item)
  @ArrayMaxSize(2)
  items?: Item[];

  @WholeNumberQuery(1, 9)
  limit = 5;
}

async function check(value: JsonObject): Promise<{ dto: object; errors: ValidationErrors }> {
  seen = [];
  const errors = new ValidationErrors('/');
  return { dto: await checkDto(value, Body, errors), errors };
}

describe('checkDto', () => {
  it('checkDto returns the members as they were parsed, in a DTO of each class', async () => {
    const tags = ['a', 'b'];
    const { dto, errors } = await check({ name: 'x', tags, items: [{ name: 'y' }], limit: '7' });
    expect(errors.count).toBe(0);
    expect(dto).toBeInstanceOf(Body);
    expect(dto).toEqual({ name: 'x', tags, items: [{ name: 'y' }], limit: 7 });
    expect(Reflect.get(dto, 'tags')).toBe(tags);
    expect((dto as Body).items?.[0]).toBeInstanceOf(Item);
  });

  it('checkDto applies no further rule to a value that is too large', async () => {
    const { errors } = await check({
      name: 'x'.repeat(1_000),
      tags: Array<string>(1_000).fill('a'),
      items: Array<JsonObject>(1_000).fill({ name: 'y' }),
    });
    expect(errors.listed).toEqual([
      { pointer: '/name', message: 'name must be shorter than or equal to 10 characters' },
      { pointer: '/tags', message: 'tags must contain no more than 3 elements' },
      { pointer: '/items', message: 'items must contain no more than 2 elements' },
    ]);
    expect(seen).toEqual([undefined]);
    await check({ name: 'x', tags: ['a', 'b'.repeat(1_000)] });
    expect(seen).toEqual(['x']);
  });

  it('checkDto lists 20 errors and builds no messages for the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n]));
    const { errors } = await check({ ...many, name: 'x' });
    expect([errors.listed.length, errors.count]).toEqual([20, 5_000]);
    expect(errors.text()).toMatch(/^k0 is not a known field; .*; and 4980 more$/);
    let asked = 0;
    for (let count = 0; count < 100; count += 1) errors.add(['x'], () => `${(asked += 1)}`);
    expect(asked).toBe(0);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'checkDto rejects %s as an unknown field',
    async (key) => {
      const value = JSON.parse(`{"name":"x","${key}":{"limit":9}}`) as JsonObject;
      const { dto, errors } = await check(value);
      expect(errors.listed).toEqual([
        { pointer: `/${key}`, message: `${key} is not a known field` },
      ]);
      expect((dto as Body).limit).toBe(5);
    },
  );

  it('checkDto points to an error within a list and shortens long names', async () => {
    const { errors } = await check({
      name: 'x',
      items: [{ name: 'y' }, { name: 7, ['a/b'.repeat(99)]: 1 }],
    });
    expect(errors.listed).toEqual([
      {
        pointer: expect.stringMatching(/^\/items\/1\/a~1ba~1b.{50,200}…$/),
        message: expect.any(String),
      },
      { pointer: '/items/1/name', message: 'name must be a string (given: a number)' },
    ]);
  });
});
