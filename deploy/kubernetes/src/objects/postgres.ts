/** A CloudNativePG cluster: three instances, one of them synchronous, archived and backed up. */
import type { Patch } from '../kustomization.ts';
import type { KubernetesObject } from '../manifest.ts';
import { hasDatabase, type Role, roles } from '../roles.ts';
import { backupSecret } from '../secrets.ts';
import { chosenSettings } from '../settings.ts';
import { addition } from '../yaml.ts';

export const clusterName = 'postgres';

/** Pools of writes and reads, two runners of timers and tasks, listeners. */
const connectionsOf = ({ hasTasks }: Role, poolMax: number): number =>
  2 * poolMax + 2 + (hasTasks ? 5 : 0) + 4;

/** Connections of all services at most: a rolling update adds a replica to each. */
export const connectionsMax = (
  poolMax: number,
  replicasMax: (role: Role) => number = ({ replicas }) => replicas[1],
): number =>
  roles
    .filter(hasDatabase)
    .reduce((sum, role) => sum + (replicasMax(role) + 1) * connectionsOf(role, poolMax), 0);

const reserve = 100;
const roundedUp = (count: number): number => Math.ceil((count + reserve) / 100) * 100;

/** Private memory of one backend, rounded up: 2.0 MB in the median, 4.7 at most under load. */
const backendMb = 5;
const sharedBuffersMb = 1024;

/** `max_connections`, and memory for the buffers and every connection, so that none is killed for want of it. */
export function databaseSize(replicasMax?: (role: Role) => number) {
  const poolMax = Number(chosenSettings('live').SVC_POOL_MAX);
  const connections = roundedUp(connectionsMax(poolMax, replicasMax));
  const memory = `${Math.ceil((sharedBuffersMb + connections * backendMb) / 1024)}Gi`;
  return { connections: String(connections), memory };
}

export const postgres = (): KubernetesObject[] => [
  cluster(databaseSize()),
  objectStore,
  scheduledBackup,
];

const cluster = ({ connections, memory }: ReturnType<typeof databaseSize>): KubernetesObject => ({
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Cluster',
  metadata: { name: clusterName },
  spec: {
    instances: 3,
    // A tag with its time: those without are moved when the image is rebuilt.
    imageName: 'ghcr.io/cloudnative-pg/postgresql:18.3-202605110912-minimal-trixie',
    primaryUpdateStrategy: 'unsupervised',
    // Sessions hold advisory locks and listen: a pooler by transaction cannot stand before them.
    postgresql: {
      parameters: {
        max_connections: connections,
        shared_buffers: `${sharedBuffersMb}MB`,
        // The primary keeps at most this much log for a standby that is gone; a standby that needs more is copied anew.
        max_slot_wal_keep_size: '6GB',
        // A forgotten session would keep every dead row of the queues.
        idle_in_transaction_session_timeout: '10min',
      },
      // An answered booking is on two instances. With one left, writes go on.
      synchronous: { method: 'any', number: 1, dataDurability: 'preferred' },
    },
    bootstrap: { initdb: { database: 'svc', owner: 'svc', dataChecksums: true } },
    // Migrations make a role for each service.
    managed: { roles: [{ name: 'svc', ensure: 'present', login: true, createrole: true }] },
    storage: { size: '50Gi' },
    walStorage: { size: '10Gi' },
    affinity: { podAntiAffinityType: 'preferred', topologyKey: 'kubernetes.io/hostname' },
    resources: { requests: { cpu: '1', memory }, limits: { memory } },
    plugins: [{ ...plugin, isWALArchiver: true, parameters: { barmanObjectName: clusterName } }],
  },
});

/** Plugin that archives and backs up: CloudNativePG's own backups end with 1.32. */
const plugin = { name: 'barman-cloud.cloudnative-pg.io' };

const objectStore: KubernetesObject = {
  apiVersion: 'barmancloud.cnpg.io/v1',
  kind: 'ObjectStore',
  metadata: { name: clusterName },
  spec: {
    retentionPolicy: '30d',
    configuration: {
      destinationPath: 's3://svc-live-backup',
      s3Credentials: {
        accessKeyId: { name: backupSecret, key: 'access-key-id' },
        secretAccessKey: { name: backupSecret, key: 'secret-access-key' },
      },
      wal: { compression: 'gzip' },
      data: { compression: 'gzip' },
    },
  },
};

/** A cluster begins as what another, of this name in the store, has archived. */
export const recoveryPatches = (): Patch[] => [
  {
    target: { kind: 'Cluster', name: clusterName },
    patch: '- { op: remove, path: /spec/bootstrap/initdb }\n',
  },
  addition(
    { kind: 'Cluster', name: clusterName },
    {
      '/spec/bootstrap/recovery': { source: 'archived' },
      '/spec/externalClusters': [
        {
          name: 'archived',
          plugin: {
            ...plugin,
            parameters: { barmanObjectName: clusterName, serverName: clusterName },
          },
        },
      ],
      // Its own archive begins empty.
      '/spec/plugins/0/parameters/serverName': `${clusterName}-2`,
    },
  ),
];

const scheduledBackup: KubernetesObject = {
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'ScheduledBackup',
  metadata: { name: clusterName },
  spec: {
    // Six fields, seconds first: 01:30:00 each night, and once at the beginning.
    schedule: '0 30 1 * * *',
    immediate: true,
    backupOwnerReference: 'self',
    method: 'plugin',
    pluginConfiguration: plugin,
    cluster: { name: clusterName },
  },
};
