import { describe, expect, it } from '@jest/globals';
import { readRoutes, findRoute } from './page-routes.js';

const ROUTES = readRoutes(
  JSON.stringify([
    ['p/$project', ['now.js']],
    ['p/$project/runs/new', ['new.js']],
    ['p/$project/runs/$task', ['run.js']],
    ['p/$project/files/$ws/$', ['files.js']],
  ]),
);

describe('the route of a path', () => {
  it.each([
    ['p/default', 'now.js'],
    ['p/default/', 'now.js'],
    ['p/default/runs/new', 'new.js'],
    ['p/default/runs/1', 'run.js'],
    ['p/default/files/w/a/b.md', 'files.js'],
    ['p/default/files/w', undefined],
    ['p/default/runs', undefined],
    ['', undefined],
    ['login', undefined],
  ])('the dashboard path %j requires the file %j', (path, file) => {
    expect(findRoute(ROUTES, path)?.files[0]).toBe(file);
  });

  it('readRoutes rejects anything but a list of paths with files', () => {
    expect(() => readRoutes('{}')).toThrow('no list');
    expect(() => readRoutes('[["p"]]')).toThrow('without a path or files');
  });
});
