/** Installations: `live` and `sandbox`, and live on one node (`small`) or over zones (`ha`). */
import type { KustomizationInput } from './kustomization.ts';
import { natsConfigurations } from './objects/nats.ts';
import { liveNamespace, rolesWithLag } from './objects/scaled-objects.ts';
import { roles } from './roles.ts';
import { chosenSettings } from './settings.ts';
import {
  addition,
  autoscalerRemoval,
  type Content,
  inFolder,
  kustomizationOf,
  removal,
  replacement,
} from './yaml.ts';

type Overlay = Omit<KustomizationInput, 'apiVersion' | 'kind'>;

const tag = '0.1.0';
const images = ['svc', 'svc-sftp'].map((name) => ({
  name,
  newName: `registry.example.org/${name}`,
  newTag: tag,
}));

const live: Overlay = {
  namespace: liveNamespace,
  resources: ['../../base'],
  components: ['desk', 'sftp', 'monitoring', 'network-policy'].map(
    (name) => `../../components/${name}`,
  ),
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
      { kind: 'Cluster', name: 'postgres' },
      { '/spec/backup/barmanObjectStore/destinationPath': 's3://svc-sandbox-backup' },
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

/** One of everything: updates stay smooth, the loss of the node does not. */
const small: Overlay = {
  resources: ['../live'],
  patches: [
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
      { '/spec/instances': 1, '/spec/resources': smallDatabase() },
    ),
    {
      target: { kind: 'Cluster' },
      patch: '- { op: remove, path: /spec/postgresql/synchronous }\n',
    },
    ...roles.map(({ name }) =>
      replacement(
        { kind: 'Deployment', name },
        { '/spec/template/spec/containers/0/resources/requests/cpu': '50m' },
      ),
    ),
  ],
};

function smallDatabase() {
  return { requests: { cpu: '250m', memory: '3Gi' }, limits: { memory: '3Gi' } };
}

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
        ? replacement({ kind: 'ScaledObject', name }, { '/spec/minReplicaCount': 3 })
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

export const overlays = (): Content =>
  Object.assign(
    {},
    ...Object.entries({ live, sandbox, small, ha }).map(([name, overlay]) =>
      inFolder(`overlays/${name}`, { 'kustomization.yaml': kustomizationOf(overlay) }),
    ),
  );
