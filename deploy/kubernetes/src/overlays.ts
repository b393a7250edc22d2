/** Installations: `live` and `sandbox`, live on one node (`small`) or over zones (`ha`), and `sftp`. */
import type { KustomizationInput } from './kustomization.ts';
import { type KubernetesObject, namespaceOf } from './manifest.ts';
import { monitorOf } from './objects/monitors.ts';
import { natsConfigurations } from './objects/nats.ts';
import { policyOf, sftpPolicy } from './objects/network-policies.ts';
import { databaseSize } from './objects/postgres.ts';
import { roleObjects } from './objects/role-objects.ts';
import { liveNamespace, rolesWithLag } from './objects/scaled-objects.ts';
import { sftpObjects } from './objects/sftp.ts';
import { isPublic, roles, together } from './roles.ts';
import { chosenSettings, sftpNamespace } from './settings.ts';
import {
  addition,
  autoscalerRemoval,
  type Content,
  documents,
  inFolder,
  kustomizationOf,
  removal,
  replacement,
} from './yaml.ts';

type Overlay = Omit<KustomizationInput, 'apiVersion' | 'kind'>;

const tag = '0.1.0';
const imagesOf = (name: string) => [{ name, newName: `registry.example.org/${name}`, newTag: tag }];
const images = imagesOf('svc');

const live: Overlay = {
  namespace: liveNamespace,
  resources: ['../../base'],
  components: ['desk', 'monitoring', 'network-policy'].map((name) => `../../components/${name}`),
  images,
};

const host = 'sandbox.example.org';
const sandbox: Overlay = {
  namespace: 'svc-sandbox',
  resources: ['../../base'],
  components: ['monitoring', 'network-policy'].map((name) => `../../components/${name}`),
  images,
  patches: [
    replacement({ kind: 'ConfigMap', name: 'settings' }, sandboxSettings()),
    replacement(
      { kind: 'Gateway', name: 'public' },
      { '/spec/listeners/0/hostname': host, '/spec/listeners/1/hostname': host },
    ),
    replacement({ kind: 'HTTPRoute' }, { '/spec/hostnames/0': host }),
    replacement(
      { kind: 'ObjectStore', name: 'postgres' },
      { '/spec/configuration/destinationPath': 's3://svc-sandbox-backup' },
    ),
  ],
};

function sandboxSettings(): Record<string, string> {
  const ofLive = chosenSettings('live');
  const different = Object.entries(chosenSettings('sandbox')).filter(
    ([name, value]) => ofLive[name] !== value,
  );
  return Object.fromEntries(different.map(([name, value]) => [`/data/${name}`, value]));
}

const servicesFile = 'services.yaml';
const { connections, memory } = databaseSize(() => 1);
const names = together.members?.join('|');

/**
 * One of everything, and every service in one pod: updates stay smooth, the loss of the node does
 * not. Each service keeps its login, its schema and its Secret.
 */
const small: Overlay = {
  namespace: liveNamespace,
  resources: ['../live', servicesFile],
  images,
  patches: [
    removal({ apiVersion: 'apps/v1', kind: 'Deployment' }, names),
    removal({ apiVersion: 'v1', kind: 'ServiceAccount' }, names),
    removal({ apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor' }, names),
    removal({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' }, names),
    autoscalerRemoval(),
    removal({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' }),
    addition({ kind: 'Deployment' }, { '/spec/replicas': 1 }),
    replacement({ kind: 'ConfigMap', name: 'settings' }, { '/data/SVC_NATS_REPLICAS': '1' }),
    replacement(
      { kind: 'ConfigMap', name: 'nats' },
      // kustomize trims a patch, so that the last line must not need its end.
      { '/data/nats.conf': natsConfigurations.alone.trimEnd() },
    ),
    replacement({ kind: 'StatefulSet', name: 'nats' }, { '/spec/replicas': 1 }),
    replacement(
      { kind: 'Cluster', name: 'postgres' },
      {
        '/spec/instances': 1,
        '/spec/resources': { requests: { cpu: '250m', memory }, limits: { memory } },
        '/spec/postgresql/parameters/max_connections': connections,
      },
    ),
    {
      target: { kind: 'Cluster' },
      patch: '- { op: remove, path: /spec/postgresql/synchronous }\n',
    },
    ...roles
      .filter(isPublic)
      .map(({ name }) =>
        replacement(
          { kind: 'Deployment', name },
          { '/spec/template/spec/containers/0/resources/requests/cpu': '50m' },
        ),
      ),
  ],
};

const smallServices = (): KubernetesObject[] => [
  ...roleObjects(together).filter(({ kind }) => /^(ServiceAccount|Deployment)$/.test(kind)),
  policyOf(together),
  monitorOf(together),
];

const zone = 'topology.kubernetes.io/zone';
/** The roles without which no booking is taken. */
const vital = ['accounts', 'gateway', 'jobs', 'pricing'];

/** Three zones: each may fail. Replicas by what waits, through KEDA. */
const ha: Overlay = {
  namespace: liveNamespace,
  resources: ['../live'],
  components: ['../../components/keda'],
  patches: [
    ...[...roles.map(({ name }) => ({ kind: 'Deployment', name })), { kind: 'StatefulSet' }].map(
      (target) =>
        replacement(target, {
          '/spec/template/spec/topologySpreadConstraints/1/whenUnsatisfiable': 'DoNotSchedule',
        }),
    ),
    ...vital.map((name) =>
      rolesWithLag.some((role) => role.name === name)
        ? replacement(
            { kind: 'ScaledObject', name },
            { '/spec/minReplicaCount': 3, '/spec/fallback/replicas': 3 },
          )
        : replacement({ kind: 'HorizontalPodAutoscaler', name }, { '/spec/minReplicas': 3 }),
    ),
    replacement(
      { kind: 'Cluster', name: 'postgres' },
      {
        '/spec/affinity/topologyKey': zone,
        '/spec/affinity/podAntiAffinityType': 'required',
        '/spec/postgresql/synchronous/dataDurability': 'required',
      },
    ),
  ],
};

/** Next to live, in a namespace of its own. */
const sftpFiles = {
  'namespace.yaml': [namespaceOf(sftpNamespace, 'baseline')],
  'sftp.yaml': [...sftpObjects(), sftpPolicy],
};
const sftp: Overlay = {
  namespace: sftpNamespace,
  resources: Object.keys(sftpFiles),
  images: imagesOf('svc-sftp'),
};

export const overlays = (): Content =>
  Object.assign(
    {},
    ...Object.entries({ live, sandbox, small, ha, sftp }).map(([name, overlay]) =>
      inFolder(`overlays/${name}`, { 'kustomization.yaml': kustomizationOf(overlay) }),
    ),
    inFolder('overlays/small', { [servicesFile]: documents(smallServices()) }),
    ...Object.entries(sftpFiles).map(([file, objects]) =>
      inFolder('overlays/sftp', { [file]: documents(objects) }),
    ),
  );
