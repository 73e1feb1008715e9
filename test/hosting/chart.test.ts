/**
 * Renders deploy/helm and validates it by the schemas of Kubernetes and KEDA. Nothing is started, as there is no
 * cluster; deploy/compose.roles.yaml runs the same programs as the pods.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/server/core/config.js';
import { ROOT } from '../support/markdown.js';
import { blocksFor } from './page.js';
import { hostingTools, type Tools } from './tools.js';

const run = promisify(execFile);
const CHART = join(ROOT, 'deploy/helm');
const NAMED = ['--set', 'image.repository=registry.example/metarun'];
/** Values that enable every part of the chart. */
const ALL = `
image: { repository: registry.example/metarun }
imagePullSecrets: [{ name: pull }]
metricsToken: true
settings: { METARUN_STORAGE_BUCKET: files, METARUN_LOG_LEVEL: debug, METARUN_RATE_LIMIT: 60 }
api:
  settings: { METARUN_LOG_LEVEL: warn, METARUN_ROLE: worker }
  autoscaling: { enabled: true }
  pod: { nodeSelector: { disk: fast } }
workers:
  default:
    autoscaling: { enabled: true }
  gpu:
    tags: [gpu, eu]
    onlyTagged: true
    concurrency: 2
    autoscaling: { enabled: true, minReplicas: 0, maxReplicas: 4 }
    pod: { tolerations: [{ key: gpu, operator: Exists }] }
sandbox: { seccompProfile: { type: Unconfined }, appArmorProfile: null }
ingress: { enabled: true, host: metarun.example, className: nginx, tlsSecret: certificate }
`;

interface Container {
  args: string[];
  env: { name: string; value: string }[];
  envFrom: object[];
  securityContext: object;
  startupProbe?: object;
  livenessProbe?: object;
  readinessProbe?: object;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: {
    replicas?: number;
    selector?: { matchLabels: Record<string, string> };
    triggers?: { metadata: Record<string, string>; authenticationRef?: object }[];
    secretTargetRef?: object[];
    rules?: object[];
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        hostUsers: boolean;
        securityContext: object;
        terminationGracePeriodSeconds?: number;
        containers: Container[];
      };
    };
  };
}

let tools: Tools;
let plain: Manifest[];
let full: Manifest[];
beforeAll(async () => {
  tools = await hostingTools();
  const values = join(tools.folder, 'values.yaml');
  writeFileSync(values, ALL);
  plain = manifests(await tools.helm('template', 'one', CHART, ...NAMED, '-n', 'space'));
  full = manifests(await tools.helm('template', 'metarun', CHART, '-f', values, '-n', 'space'));
}, 600_000);

function manifests(text: string): Manifest[] {
  return parseAllDocuments(text, { uniqueKeys: true })
    .filter((document) => document.contents !== null)
    .map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    });
}

function named(list: readonly Manifest[], kind: string, name: string): Manifest {
  const found = list.filter((one) => one.kind === kind && one.metadata.name === name);
  expect(found.map(({ metadata }) => metadata.name)).toEqual([name]);
  const [manifest] = found;
  if (manifest === undefined) throw new Error(`no ${kind} ${name}`);
  return manifest;
}

function listContainers({ spec }: Manifest): Container[] {
  return spec.template?.spec.containers ?? [];
}

function collectVariables(manifest: Manifest): Record<string, string> {
  const pairs = listContainers(manifest).flatMap(({ env }) => env);
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}

/** Returns the sorted kinds and names of manifests. */
function listKinds(list: readonly Manifest[]): string[] {
  return list.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
}

describe('the chart', () => {
  it('the chart passes the checks of helm and rejects unknown or invalid values', async () => {
    expect(await tools.helm('lint', '--strict', CHART, ...NAMED)).toContain('0 chart(s) failed');
    const refused: readonly (readonly [string[], RegExp])[] = [
      [[], /image\.repository/],
      [[...NAMED, '--set', 'api.replica=3'], /replica/],
      [[...NAMED, '--set', 'settings.METARUN=x'], /METARUN/],
      [[...NAMED, '--set', 'workers.gpu.tags={a b}'], /tags/],
      [[...NAMED, '--set', 'ingress.enabled=true'], /ingress\.host/],
      [[...NAMED, '--kube-version', '1.32.0'], /kubeVersion/],
    ];
    for (const [args, reason] of refused)
      await expect(tools.helm('template', 'one', CHART, ...args)).rejects.toMatchObject({
        stderr: expect.stringMatching(reason),
      });
  });

  it('the chart renders exactly the objects that its values ask for', () => {
    const always = (name: string, pools: readonly string[]): string[] => [
      ...['api', 'keeper', ...pools].flatMap((role) => [
        `Deployment ${name}-${role}`,
        `PodDisruptionBudget ${name}-${role}`,
      ]),
      `Job ${name}-migrate`,
      `Service ${name}`,
    ];
    expect(listKinds(plain)).toEqual(always('one-metarun', ['worker-default']).sort());
    expect(listKinds(full)).toEqual(
      [
        ...always('metarun', ['worker-default', 'worker-gpu']),
        'HorizontalPodAutoscaler metarun-api',
        'Ingress metarun',
        'ScaledObject metarun-worker-default',
        'ScaledObject metarun-worker-gpu',
        'TriggerAuthentication metarun-metrics',
        'Service metarun-none',
      ].sort(),
    );
    const version = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object;
    expect(version).toMatchObject({
      version: plain[0]?.metadata.labels['app.kubernetes.io/version'],
    });
  });
});

it('the commands of the page create the Secret and render the chart with the values of the page', async () => {
  const blocks = blocksFor('chart');
  const folder = join(tools.folder, 'reader');
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  // There is no cluster, so the commands only render.
  const command = (name: string, line: string): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  const { helm, kubectl } = tools.programs;
  command('kubectl', `exec ${kubectl} "$@" --dry-run=client --output yaml`);
  command('helm', `shift 2; name=$1; shift 2; exec ${helm} template "$name" ${CHART} "$@"`);
  const [values] = blocks.filter(({ language }) => language === 'yaml');
  writeFileSync(join(folder, 'values-of-mine.yaml'), values?.text ?? '');
  const outputs: Manifest[][] = [];
  for (const { text } of blocks.filter(({ language }) => language === 'sh')) {
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder };
    const { stdout } = await run('sh', ['-ec', text], { cwd: folder, env });
    outputs.push(manifests(stdout));
  }
  const [[secret] = [], rendered = []] = outputs;
  expect(secret).toMatchObject({ kind: 'Secret', metadata: { name: 'metarun' } });
  const keys = Object.keys((secret as { data?: object } | undefined)?.data ?? {});
  const known = Object.values(SETTINGS).map(({ env }) => env);
  expect(keys).toHaveLength(4);
  expect(known).toEqual(expect.arrayContaining(keys));
  expect(collectVariables(named(rendered, 'Deployment', 'metarun-worker-gpu'))).toMatchObject({
    METARUN_WORKER_TAGS: 'gpu',
    METARUN_STORAGE_BUCKET: 'metarun',
  });
});

describe('the manifests', () => {
  it('the manifests match the schemas of Kubernetes and KEDA without unknown fields', async () => {
    for (const manifest of [...plain, ...full]) {
      const module = pathToFileURL(join(tools.folder, 'node_modules', resolveModuleName(manifest)));
      const models = (await import(`${module.href}/index.js`)) as Record<
        string,
        new (data: object) => { validate(): void }
      >;
      const Model = models[manifest.kind];
      if (Model === undefined) throw new Error(`no schema of ${manifest.kind}`);
      expect(() => new Model(manifest).validate()).not.toThrow();
    }
    await assertTypes([...plain, ...full]);
    // The compiler rejects fields that the types lack.
    const [first] = plain;
    const wrong = { ...first, spec: { ...first?.spec, maxUnavailble: 1 } } as Manifest;
    await expect(assertTypes([wrong])).rejects.toMatchObject({
      stdout: expect.stringContaining('maxUnavailble'),
    });
  });

  it('the manifests give each role the Secret and its variables, all of which are settings', () => {
    const known = new Set(Object.values(SETTINGS).map(({ env }) => env));
    for (const manifest of [...plain, ...full])
      for (const { env, envFrom } of listContainers(manifest)) {
        expect(env.filter(({ name }) => !known.has(name))).toEqual([]);
        expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
        expect(envFrom).toEqual([{ secretRef: { name: 'metarun' } }]);
      }
    expect(JSON.stringify([...plain, ...full])).not.toContain('DATABASE_URL');
    const all = { METARUN_MIGRATE: 'off', METARUN_STORAGE: 's3', METARUN_SHUTDOWN_SECONDS: '25' };
    expect(collectVariables(named(full, 'Deployment', 'metarun-api'))).toMatchObject({
      ...all,
      METARUN_ROLE: 'api',
      METARUN_LOG_LEVEL: 'warn',
      METARUN_RATE_LIMIT: '60',
      METARUN_PUBLIC_URL: 'https://metarun.example',
    });
    expect(collectVariables(named(full, 'Deployment', 'metarun-keeper'))).toMatchObject({
      ...all,
      METARUN_ROLE: 'keeper',
      METARUN_LOG_LEVEL: 'debug',
    });
    const gpu = named(full, 'Deployment', 'metarun-worker-gpu');
    expect(collectVariables(gpu)).toMatchObject({
      ...all,
      METARUN_CONCURRENCY: '2',
      METARUN_WORKER_TAGS: 'gpu,eu',
      METARUN_WORKER_ONLY_TAGGED: 'on',
    });
    expect(listContainers(gpu)[0]?.args).toEqual(['worker']);
    const job = named(plain, 'Job', 'one-metarun-migrate');
    expect(listContainers(job)[0]?.args).toEqual(['migrate']);
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
  });

  it('the manifests grant pods only what the sandbox needs, and time for a graceful stop', () => {
    const deployments = [...plain, ...full].filter(({ kind }) => kind === 'Deployment');
    const jobs = [...plain, ...full].filter(({ kind }) => kind === 'Job');
    for (const { spec } of [...deployments, ...jobs]) {
      expect(spec.template?.spec).toMatchObject({
        hostUsers: false,
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              procMount: 'Unmasked',
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      });
    }
    for (const { spec } of deployments) {
      expect(spec.template?.spec.terminationGracePeriodSeconds).toBe(5 + 25 + 10);
      expect(spec.template?.metadata.labels).toMatchObject(spec.selector?.matchLabels ?? {});
      expect(spec.template?.spec.containers[0]).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live', port: 'http' } },
        livenessProbe: { httpGet: { path: '/health/live' } },
        readinessProbe: { httpGet: { path: '/health/ready' } },
      });
    }
    const seccomp = (list: readonly Manifest[], name: string): unknown =>
      named(list, 'Deployment', name).spec.template?.spec.securityContext;
    expect(seccomp(plain, 'one-metarun-worker-default')).toMatchObject({
      seccompProfile: { type: 'Localhost', localhostProfile: 'metarun/seccomp.json' },
      appArmorProfile: { type: 'Unconfined' },
    });
    expect(seccomp(full, 'metarun-worker-default')).not.toHaveProperty('appArmorProfile');
  });

  it('the manifests scale by figures of the API and hide these from the outside', () => {
    expect(named(full, 'Deployment', 'metarun-api').spec.replicas).toBeUndefined();
    expect(named(plain, 'Deployment', 'one-metarun-api').spec.replicas).toBe(2);
    const [trigger] = named(full, 'ScaledObject', 'metarun-worker-gpu').spec.triggers ?? [];
    expect(trigger?.metadata).toEqual({
      url: 'http://metarun.space.svc:80/scale?tags=gpu,eu',
      valueLocation: 'wanted_servers',
      targetValue: '1',
      authMode: 'bearer',
    });
    expect(trigger?.authenticationRef).toEqual({ name: 'metarun-metrics' });
    expect(named(full, 'TriggerAuthentication', 'metarun-metrics').spec.secretTargetRef).toEqual([
      { parameter: 'token', name: 'metarun', key: 'METARUN_METRICS_TOKEN' },
    ]);
    const backend = (name: string): object => ({ service: { name, port: { name: 'http' } } });
    expect(named(full, 'Ingress', 'metarun').spec.rules).toMatchObject([
      {
        host: 'metarun.example',
        http: {
          paths: [
            { path: '/metrics', backend: backend('metarun-none') },
            { path: '/scale', backend: backend('metarun-none') },
            { path: '/', backend: backend('metarun') },
          ],
        },
      },
    ]);
  });
});

function resolveModuleName({ apiVersion }: Manifest): string {
  if (apiVersion.startsWith('keda.sh/')) return `@kubernetes-models/keda/${apiVersion}`;
  return `kubernetes-models/${apiVersion}`;
}

/** Checks manifests by the TypeScript compiler, which rejects unknown fields of object literals. */
async function assertTypes(list: readonly Manifest[]): Promise<void> {
  const folder = join(tools.folder, 'typed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const lines = list.map((manifest, index) => {
    const type = `import('${resolveModuleName(manifest)}').I${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  writeFileSync(join(folder, 'manifests.ts'), lines.join(''));
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  await run(process.execPath, [compiler, ...options, 'manifests.ts'], { cwd: folder });
}
