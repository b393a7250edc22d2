import { describe, expect, it } from 'vitest';
import type { Operation } from '../src/kustomization.ts';
import type { Json } from '../src/manifest.ts';
import { installation } from '../src/rules/installation.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { built, changed, getManifest } from './overlay-build.ts';
import { schemaProblems } from './schemas.ts';

const live = built('live');
type Target = readonly [kind: string, name: string];

const set = (path: string, value: Json): Operation => ({ op: 'replace', path, value });
const add = (path: string, value: Json): Operation => ({ op: 'add', path, value });
const remove = (path: string): Operation => ({ op: 'remove', path });

describe('schemas refuse', () => {
  it.each<[string, Target, Operation, string]>([
    [
      'a wrong field name',
      ['Deployment', 'jobs'],
      add('/spec/replica', 3),
      'unknown field /spec/replica',
    ],
    [
      'a wrong field name in a container',
      ['Deployment', 'jobs'],
      add('/spec/template/spec/containers/0/livenesProbe', { periodSeconds: 1 }),
      'unknown field /spec/template/spec/containers/0/livenesProbe',
    ],
    [
      'a wrong field name of an operator',
      ['Cluster', 'postgres'],
      add('/spec/instancs', 3),
      'unknown field /spec/instancs',
    ],
    ['a field at the top', ['Job', 'migrate-jobs'], add('/specs', {}), 'unknown field /specs'],
    [
      'a wrong apiVersion',
      ['Deployment', 'jobs'],
      set('/apiVersion', 'apps/v1beta3'),
      'there is no such kind',
    ],
    [
      'a wrong apiVersion of an operator',
      ['PodMonitor', 'jobs'],
      set('/apiVersion', 'monitoring.coreos.com/v2'),
      'there is no such kind',
    ],
    ['a wrong kind', ['HTTPRoute', 'api'], set('/kind', 'HttpRoute'), 'there is no such kind'],
    [
      'a word for a number',
      ['Deployment', 'sftp'],
      set('/spec/replicas', 'one'),
      'replicas must be integer',
    ],
    [
      'a missing field',
      ['ScheduledBackup', 'postgres'],
      remove('/spec/schedule'),
      'must have required property schedule',
    ],
  ])('a manifest with the planted fault: %s', async (_, target, change, problem) => {
    const manifests = changed(live, target, [change]);
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

describe('rules refuse', () => {
  it.each<[string, Target, Operation, string]>([
    [
      'a selector that matches no pod',
      ['Service', 'gateway'],
      set('/spec/selector/app.kubernetes.io~1name', 'gate'),
      'Service gateway: its selector matches no pod',
    ],
    [
      'a Deployment that does not select its pods',
      ['Deployment', 'jobs'],
      set('/spec/selector/matchLabels/app.kubernetes.io~1name', 'job'),
      'Deployment jobs: its selector matches not its own pods',
    ],
    [
      'a Deployment that selects the pods of its migration',
      ['Deployment', 'jobs'],
      remove('/spec/selector/matchLabels/app.kubernetes.io~1component'),
      'Deployment jobs: its selector matches pods of others',
    ],
    [
      'a budget that selects nothing',
      ['PodDisruptionBudget', 'jobs'],
      set('/spec/selector/matchLabels', { app: 'jobs' }),
      'PodDisruptionBudget jobs: its selector matches no pod',
    ],
    [
      'an autoscaler of nothing',
      ['HorizontalPodAutoscaler', 'jobs'],
      set('/spec/scaleTargetRef/name', 'job'),
      'HorizontalPodAutoscaler jobs: there is no Deployment job',
    ],
    [
      'a secret in a variable',
      ['Deployment', 'jobs'],
      set(variable('SVC_SECRET'), { name: 'SVC_SECRET', value: 'x'.repeat(32) }),
      'SVC_SECRET stands in clear',
    ],
    [
      'a secret in a ConfigMap',
      ['ConfigMap', 'settings'],
      add('/data/SVC_SFTP_KEY', 'x'),
      'SVC_SFTP_KEY stands in clear',
    ],
    [
      'a password in a URL',
      ['Deployment', 'jobs'],
      set(`${variable('SVC_DATABASE_URL')}/value`, 'postgres://svc:hunter2@postgres-rw/svc'),
      'holds a URL with a password',
    ],
    [
      'a private key',
      ['ConfigMap', 'sftp'],
      add('/data/key', '-----BEGIN OPENSSH PRIVATE KEY-----'),
      'data.key holds a private key',
    ],
    [
      'a missing probe',
      ['Deployment', 'webhooks'],
      remove(`${container}/readinessProbe`),
      'Deployment webhooks: webhooks has no readinessProbe',
    ],
    [
      'limits below requests',
      ['Deployment', 'billing'],
      set(`${container}/resources/limits/memory`, '300Mi'),
      'Deployment billing: billing: its limit of memory is below its request',
    ],
    [
      'no limit of memory',
      ['Deployment', 'billing'],
      remove(`${container}/resources/limits`),
      'billing has no limit of memory',
    ],
    [
      'a writable root file system',
      ['Deployment', 'files'],
      set(`${container}/securityContext/readOnlyRootFilesystem`, false),
      'files writes to its root file system',
    ],
    [
      'a token of the API',
      ['ServiceAccount', 'jobs'],
      set('/automountServiceAccountToken', true),
      'ServiceAccount jobs: its token is mounted',
    ],
    [
      'an image without a version',
      ['Deployment', 'jobs'],
      set(`${container}/image`, 'registry.example.org/svc:latest'),
      'has no version',
    ],
    [
      'a budget that blocks every eviction',
      ['PodDisruptionBudget', 'jobs'],
      set('/spec', { minAvailable: 2, selector: selectorOfJobs() }),
      'PodDisruptionBudget jobs: no pod of jobs may go',
    ],
    [
      'a budget that blocks by its share',
      ['PodDisruptionBudget', 'jobs'],
      set('/spec', { minAvailable: '100%', selector: selectorOfJobs() }),
      'PodDisruptionBudget jobs: no pod of jobs may go',
    ],
    [
      'a policy that cuts a service from its database',
      ['NetworkPolicy', 'jobs'],
      remove('/spec/egress/1'),
      'jobs cannot reach postgres on 5432: Egress',
    ],
    [
      'a database that does not let services in',
      ['NetworkPolicy', 'postgres'],
      remove('/spec/ingress/0/from/0'),
      'jobs cannot reach postgres on 5432: Ingress',
    ],
    [
      'a policy that cuts a migration from the database',
      ['NetworkPolicy', 'migration'],
      set('/spec/egress/0/ports/0/port', 5433),
      'migrate-jobs cannot reach postgres on 5432: Egress',
    ],
    [
      'a policy that cuts the gateway from NATS',
      ['NetworkPolicy', 'gateway'],
      remove('/spec/egress/0'),
      'gateway cannot reach nats on 4222: Egress',
    ],
    [
      'a policy that cuts files from the SFTP server',
      ['NetworkPolicy', 'sftp'],
      remove('/spec/ingress'),
      'files cannot reach sftp on 22: Ingress',
    ],
    [
      'a port name that the pods do not have',
      ['Service', 'gateway'],
      set('/spec/ports/0/targetPort', 'web'),
      'Service gateway: its pods have no port web',
    ],
    [
      'a probe of a port that is not there',
      ['Deployment', 'jobs'],
      set(`${container}/livenessProbe/httpGet/port`, 'health'),
      'a probe asks port health, which it has not',
    ],
    [
      'a monitor of a port that is not there',
      ['PodMonitor', 'jobs'],
      set('/spec/podMetricsEndpoints/0/port', 'metrics'),
      'PodMonitor jobs: its pods have no port metrics',
    ],
    [
      'a route to a port that is not there',
      ['HTTPRoute', 'api'],
      set('/spec/rules/0/backendRefs/0/port', 80),
      'HTTPRoute api: there is no Service gateway on 80',
    ],
    [
      'a route for a host that the listener does not serve',
      ['HTTPRoute', 'api'],
      set('/spec/hostnames/0', 'api.example.com'),
      'HTTPRoute api: the listener serves api.example.org alone',
    ],
    [
      'a key that the ConfigMap does not have',
      ['ConfigMap', 'settings'],
      remove('/data/SVC_LOG_LEVEL'),
      'ConfigMap settings has no key SVC_LOG_LEVEL',
    ],
    [
      'a Secret that nobody is told to make',
      ['Deployment', 'jobs'],
      set(`${variable('SVC_SECRET')}/valueFrom/secretKeyRef/name`, 'svc'),
      'there is no Secret svc in secrets.ts',
    ],
    [
      'an account that is not there',
      ['Deployment', 'jobs'],
      set('/spec/template/spec/serviceAccountName', 'job'),
      'there is no ServiceAccount job',
    ],
    [
      'a mount without a volume',
      ['Deployment', 'jobs'],
      set(`${container}/volumeMounts/0/name`, 'temp'),
      'there is no volume temp',
    ],
    [
      'a claim that is not there',
      ['PersistentVolumeClaim', 'sftp-homes'],
      set('/metadata/name', 'homes'),
      'there is no claim sftp-homes',
    ],
  ])('a manifest with the planted fault: %s', (_, target, change, problem) => {
    expect(problemsOf(changed(live, target, [change]))).toContainEqual(
      expect.stringContaining(problem),
    );
  });

  it('a Secret in a manifest', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'role-jobs' } };
    expect(problemsOf([...live, secret])).toEqual([
      'Secret role-jobs: a Secret does not belong into a manifest',
    ]);
  });

  it('two autoscalers of one Deployment', () => {
    const scaled = getManifest(built('ha'), 'ScaledObject', 'jobs');
    expect(problemsOf([...live, scaled])).toContain(
      'ScaledObject jobs: jobs has another autoscaler',
    );
  });
});

function selectorOfJobs(): Json {
  return getManifest(live, 'PodDisruptionBudget', 'jobs').spec?.selector ?? null;
}
