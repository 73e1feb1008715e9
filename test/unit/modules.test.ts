import 'reflect-metadata';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { FactoryProvider, Provider, Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/server/app.module.js';
import { CoreModule } from '../../src/server/core/core.module.js';
import { ROOT } from '../support/markdown.js';

const SRC = join(ROOT, 'src');

function readMetadata<T>(key: string, module: object): T[] {
  return (Reflect.getMetadata(key, module) as T[] | undefined) ?? [];
}

/** Returns a module and all its imports, except dynamic modules. */
function collectModules(module: object, known: Set<object>): object[] {
  if (known.has(module) || 'module' in module) return [];
  known.add(module);
  return [
    module,
    ...readMetadata<object>('imports', module).flatMap((each) => collectModules(each, known)),
  ];
}

const known = new Set<object>();
// The server imports the core as a dynamic module.
const MODULES = [...collectModules(AppModule, known), ...collectModules(CoreModule, known)];
const PROVIDERS = MODULES.flatMap((module) => readMetadata<Provider>('providers', module));
const CONTROLLERS = MODULES.flatMap((module) => readMetadata<Type>('controllers', module));

describe('the modules of the server', () => {
  it('every controller is in one module of the server', async () => {
    const files = globSync('**/*.controller.ts', { cwd: SRC });
    const exported = await Promise.all(
      files.map(async (file) => Object.values((await import(join(SRC, file))) as object)),
    );
    const written = exported.flat();
    expect(new Set(CONTROLLERS)).toEqual(new Set(written));
    expect(CONTROLLERS).toHaveLength(written.length);
  });

  it('every class that NestJS makes has the decorator that names its dependencies', () => {
    const classes = PROVIDERS.flatMap((provider) => {
      if (typeof provider === 'function') return [provider as Type];
      return 'useClass' in provider ? [provider.useClass as Type] : [];
    });
    expect(classes.length).toBeGreaterThan(100);
    const unnamed = [...classes, ...CONTROLLERS, ...(MODULES as Type[])].filter(
      (each) => each.length > 0 && !Reflect.hasOwnMetadata('design:paramtypes', each),
    );
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  it('every factory takes as many dependencies as it names', () => {
    const factories = PROVIDERS.filter(
      (provider): provider is FactoryProvider => 'useFactory' in provider,
    );
    expect(factories.length).toBeGreaterThan(20);
    // `length` does not count parameters with defaults or rest parameters.
    const wrong = factories.filter(
      ({ inject = [], useFactory }) => useFactory.length > inject.length,
    );
    expect(wrong.map(({ provide }) => String(provide))).toEqual([]);
  });
});
