import { describe, expect, it } from 'vitest';
import type { Operation } from '../src/kustomization.ts';
import { installation } from '../src/rules/installation.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { built, changed, getManifest, plant } from './overlay-build.ts';
import { schemaProblems } from './schemas.ts';

const live = [...built('live'), ...built('sftp')];
const { set, add, remove } = plant;

describe('schemas refuse', () => {
  it.each<[string, Operation, string]>([
    [
      'Deployment jobs',
      add('/spec/template/spec/containers/0/livenesProbe', { periodSeconds: 1 }),
      'unknown field /spec/template/spec/containers/0/livenesProbe',
    ],
    ['Cluster postgres', add('/spec/instancs', 3), 'unknown field /spec/instancs'],
    ['Deployment jobs', set('/apiVersion', 'apps/v1beta3'), 'there is no such kind'],
    ['PodMonitor jobs', set('/apiVersion', 'monitoring.coreos.com/v2'), 'there is no such kind'],
    ['Deployment sftp', set('/spec/replicas', 'one'), 'replicas must be integer'],
    ['ScheduledBackup postgres', remove('/spec/schedule'), 'must have required property schedule'],
    ['ObjectStore postgres', set('/spec/configuration/wal/compression', 'zip'), 'compression'],
    ['ObjectStore postgres', add('/spec/configuration/endpointUrl', 'http://a'), 'endpointUrl'],
  ])('a fault in the %s is noticed: %j, %s', async (target, change, problem) => {
    const manifests = changed(live, target, change);
    const all = await Promise.all(manifests.map(schemaProblems));
    expect(all.flat()).toEqual([expect.stringContaining(problem)]);
  });
});

const container = '/spec/template/spec/containers/0';
const variables = installation(live)
  .workloads.filter(({ kind, name }) => kind === 'Deployment' && name === 'jobs')
  .flatMap(({ spec }) => spec.template.spec.containers)
  .flatMap(({ env }) => env.map(({ name }) => name));
const variable = (name: string) => `${container}/env/${variables.indexOf(name)}`;
const withLiteral = (name: string, value: string) => add(`${container}/env/0`, { name, value });
const withSecret = (name: string, key: string) =>
  add(`${container}/env/0`, { name: 'SVC_SECRET', valueFrom: { secretKeyRef: { name, key } } });
const matched = '/spec/selector/matchLabels';
const budget = getManifest(live, 'PodDisruptionBudget', 'jobs').spec?.selector ?? null;

describe('rules refuse', () => {
  it.each<[string, Operation, string]>([
    [
      'Service gateway',
      set('/spec/selector/app.kubernetes.io~1name', 'gate'),
      'its selector matches no pod',
    ],
    [
      'Deployment jobs',
      set(`${matched}/app.kubernetes.io~1name`, 'job'),
      'its selector matches not its own pods',
    ],
    [
      'Deployment jobs',
      remove(`${matched}/app.kubernetes.io~1component`),
      'its selector matches pods of others',
    ],
    ['PodDisruptionBudget jobs', set(matched, { app: 'jobs' }), 'its selector matches no pod'],
    [
      'HorizontalPodAutoscaler jobs',
      set('/spec/scaleTargetRef/name', 'job'),
      'there is no Deployment job',
    ],
    ['Deployment jobs', withLiteral('SVC_SECRET', 'x'.repeat(32)), 'SVC_SECRET stands in clear'],
    ['ConfigMap settings', add('/data/SVC_SFTP_KEY', 'x'), 'SVC_SFTP_KEY stands in clear'],
    [
      'Deployment jobs',
      withLiteral('DATABASE', 'postgres://svc:hunter2@postgres-rw/svc'),
      'holds a URL with a password',
    ],
    [
      'ConfigMap sftp',
      add('/data/key', '-----BEGIN OPENSSH PRIVATE KEY-----'),
      'data.key holds a private key',
    ],
    [
      'Deployment webhooks',
      remove(`${container}/readinessProbe`),
      'webhooks has no readinessProbe',
    ],
    [
      'Deployment billing',
      set(`${container}/resources/limits/memory`, '300Mi'),
      'billing: its limit of memory is below its request',
    ],
    [
      'Deployment billing',
      remove(`${container}/resources/limits`),
      'billing has no limit of memory',
    ],
    [
      'Deployment files',
      set(`${container}/securityContext/readOnlyRootFilesystem`, false),
      'files writes to its root file system',
    ],
    ['ServiceAccount jobs', set('/automountServiceAccountToken', true), 'its token is mounted'],
    [
      'Cluster postgres',
      set('/spec/plugins/0/parameters/barmanObjectName', 'store'),
      'there is no ObjectStore store',
    ],
    [
      'ObjectStore postgres',
      set('/spec/configuration/s3Credentials/secretAccessKey/name', 'storage-gateway'),
      'backs up with storage-gateway, which pods hold',
    ],
    [
      'Deployment jobs',
      set(`${container}/image`, 'registry.example.org/svc:latest'),
      'svc:latest has neither digest nor',
    ],
    ['StatefulSet nats', set(`${container}/image`, 'nats'), 'nats has neither digest nor'],
    ['Cluster postgres', set('/spec/imageName', 'postgresql:18'), 'postgresql:18 has neither'],
    ['Cluster postgres', set('/apiVersion', 'example.org/v1'), 'operators.ts has no operator'],
    [
      'PodDisruptionBudget jobs',
      set('/spec', { minAvailable: 2, selector: budget }),
      'no pod of jobs may go',
    ],
    [
      'PodDisruptionBudget jobs',
      set('/spec', { minAvailable: '100%', selector: budget }),
      'no pod of jobs may go',
    ],
    ['NetworkPolicy jobs', remove('/spec/egress/1'), 'jobs cannot reach postgres on 5432: Egress'],
    [
      'NetworkPolicy postgres',
      remove('/spec/ingress/0/from/0'),
      'jobs cannot reach postgres on 5432: Ingress',
    ],
    [
      'NetworkPolicy migration',
      set('/spec/egress/0/ports/0/port', 5433),
      'migrate-jobs cannot reach postgres on 5432: Egress',
    ],
    [
      'NetworkPolicy gateway',
      remove('/spec/egress/0'),
      'gateway cannot reach nats on 4222: Egress',
    ],
    ['NetworkPolicy sftp', remove('/spec/ingress'), 'files cannot reach sftp on 22: Ingress'],
    [
      'NetworkPolicy files',
      remove('/spec/egress/3/to/0/namespaceSelector'),
      'files cannot reach sftp on 22: Egress',
    ],
    [
      'ConfigMap settings',
      set('/data/SVC_SFTP_HOST', 'sftp'),
      'files: there is no Service sftp in its namespace',
    ],
    ['Service gateway', set('/spec/ports/0/targetPort', 'web'), 'its pods have no port web'],
    [
      'Deployment jobs',
      set(`${container}/livenessProbe/httpGet/port`, 'health'),
      'a probe asks port health, which it has not',
    ],
    [
      'PodMonitor jobs',
      set('/spec/podMetricsEndpoints/0/port', 'metrics'),
      'its pods have no port metrics',
    ],
    [
      'PodMonitor nats',
      set('/spec/podMetricsEndpoints/0/port', 'monitoring'),
      'its pods have no port monitoring',
    ],
    [
      'HTTPRoute api',
      set('/spec/rules/0/backendRefs/0/port', 80),
      'there is no Service gateway on 80',
    ],
    [
      'HTTPRoute api',
      set('/spec/hostnames/0', 'api.example.com'),
      'the listener serves api.example.org alone',
    ],
    [
      'ConfigMap settings',
      remove('/data/SVC_LOG_LEVEL'),
      'ConfigMap settings has no key SVC_LOG_LEVEL',
    ],
    ['Deployment jobs', withSecret('svc', 'secret'), 'there is no Secret svc in secrets.ts'],
    ['Deployment jobs', withSecret('role-jobs', 'secret'), 'SVC_SECRET is no file'],
    [
      'Deployment jobs',
      set(`${variable('SVC_DATABASE_URL_FILE')}/value`, '/run/roles/accounts/database-url'),
      'no Secret is mounted as /run/roles/accounts/database-url',
    ],
    [
      'Job migrate-jobs',
      set('/spec/template/spec/volumes/3/secret/items/0/path', 'url'),
      'no Secret is mounted as /run/secrets/postgres-app/uri',
    ],
    [
      'Deployment jobs',
      set('/spec/template/spec/serviceAccountName', 'job'),
      'there is no ServiceAccount job',
    ],
    ['Deployment jobs', set(`${container}/volumeMounts/0/name`, 'temp'), 'there is no volume temp'],
    [
      'PersistentVolumeClaim sftp-homes',
      set('/metadata/name', 'homes'),
      'there is no claim sftp-homes',
    ],
    [
      'Deployment jobs',
      withSecret('role-accounts', 'secret'),
      'secret of role-accounts, which is not its own',
    ],
    [
      'Deployment jobs',
      withSecret('postgres-app', 'uri'),
      'uri of postgres-app, which is not its own',
    ],
    [
      'Job migrate-jobs',
      set('/spec/template/spec/volumes/3/secret/secretName', 'owner-pricing'),
      'uri of owner-pricing, which is not its own',
    ],
    [
      'Job migrate-jobs',
      set('/spec/template/spec/volumes/2/secret/items/0/key', 'secret'),
      'secret of role-jobs, which is not its own',
    ],
    [
      'Deployment jobs',
      set('/spec/template/spec/volumes/0', { name: 'tmp', secret: { secretName: 'nats-tls' } }),
      'nats-tls, which is not its own',
    ],
  ])('a fault in the %s is noticed: %j, %s', (target, change, problem) => {
    expect(problemsOf(changed(live, target, change))).toContainEqual(
      expect.stringContaining(problem),
    );
  });

  it('a Secret in a manifest, and two autoscalers of one Deployment', () => {
    const scaled = getManifest(built('ha'), 'ScaledObject', 'jobs');
    const own = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'role-jobs' } };
    expect(problemsOf([...live, scaled, own])).toEqual([
      'Secret role-jobs: a Secret does not belong into a manifest',
      'HorizontalPodAutoscaler jobs: jobs has another autoscaler',
      'ScaledObject jobs: jobs has another autoscaler',
    ]);
  });
});
