/** JetStream in a cluster of three; `small` has one server and the other configuration. */
import { roleAuthorization } from '@svc/local/nats-roles';
import { type KubernetesObject, labelsOf, selectorOf } from '../manifest.ts';
import { natsUsers } from '../secrets.ts';
import { ports, streamNamespace } from '../settings.ts';
import { containerSecurity, podSecurity, spread } from './pod.ts';
import { serviceAccount } from './role-objects.ts';

export const nats = { name: 'nats', component: 'nats' } as const;
export const natsPorts = { client: ports.nats, cluster: 6222, monitor: 8222 } as const;
const headless = 'nats-headless';
const authorizationName = 'nats-authorization';
const servers = 3;

const routes = Array.from(
  { length: servers },
  (_, n) => `    nats://${nats.name}-${n}.${headless}:${natsPorts.cluster}`,
);

/** `sync_interval: always`: an acknowledged event is on the disks of a majority. */
const alone = `server_name: $POD_NAME
listen: 0.0.0.0:${natsPorts.client}
http: 0.0.0.0:${natsPorts.monitor}
pid_file: /run/nats/nats.pid
lame_duck_grace_period: 10s
lame_duck_duration: 30s
include ./authorization/authorization.conf
tls {
  cert_file: /etc/nats/tls/tls.crt
  key_file: /etc/nats/tls/tls.key
}
jetstream {
  store_dir: /data
  max_memory_store: 64MB
  max_file_store: 18GB
  sync_interval: always
}
`;
const clustered = `${alone}cluster {
  name: svc
  listen: 0.0.0.0:${natsPorts.cluster}
  # Only servers with a certificate of the same authority join.
  tls {
    cert_file: /etc/nats/tls/tls.crt
    key_file: /etc/nats/tls/tls.key
    ca_file: /etc/nats/tls/ca.crt
    verify: true
  }
  routes: [
${routes.join('\n')}
  ]
}
`;
export const natsConfigurations = { alone, clustered };

const authorization = roleAuthorization(streamNamespace, '../users/users.conf');

export const natsObjects = (): KubernetesObject[] => [
  serviceAccount(nats.name, labelsOf(nats)),
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: nats.name, labels: labelsOf(nats) },
    data: { 'nats.conf': clustered },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: authorizationName, labels: labelsOf(nats) },
    data: { 'authorization.conf': authorization },
  },
  service(nats.name, { ports: [{ name: 'client', port: natsPorts.client, targetPort: 'client' }] }),
  service(headless, {
    clusterIP: 'None',
    // Servers find each other before they are ready.
    publishNotReadyAddresses: true,
    ports: Object.entries(natsPorts).map(([name, port]) => ({ name, port, targetPort: name })),
  }),
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: nats.name, labels: labelsOf(nats) },
    spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(nats) } },
  },
  statefulSet(),
];

const service = (name: string, spec: NonNullable<KubernetesObject['spec']>): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, labels: labelsOf(nats) },
  spec: { selector: selectorOf(nats), ...spec },
});

function statefulSet(): KubernetesObject {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '20Gi' } } };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: nats.name, labels: labelsOf(nats) },
    spec: {
      replicas: servers,
      serviceName: headless,
      // All at once: the first is not ready before there is a majority.
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: selectorOf(nats) },
      template: {
        metadata: { labels: labelsOf(nats) },
        spec: {
          serviceAccountName: nats.name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 60,
          securityContext: podSecurity,
          topologySpreadConstraints: spread(selectorOf(nats), 'controller-revision-hash'),
          containers: [container],
          volumes: [
            { name: 'configuration', configMap: { name: nats.name } },
            { name: 'authorization', configMap: { name: authorizationName } },
            { name: 'users', configMap: { name: natsUsers } },
            { name: 'tls', secret: { secretName: 'nats-tls' } },
            { name: 'run', emptyDir: {} },
          ],
        },
      },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
    },
  };
}

const probe = (path: string, failureThreshold: number) => ({
  httpGet: { path, port: 'monitor' },
  periodSeconds: 5,
  timeoutSeconds: 3,
  failureThreshold,
});

const container = {
  name: 'nats',
  image: 'nats:2.12.1-alpine',
  args: ['--config', '/etc/nats/nats.conf'],
  env: [{ name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
  ports: Object.entries(natsPorts).map(([name, containerPort]) => ({ name, containerPort })),
  // Lame duck: clients are told to move to another server before this one goes.
  lifecycle: { preStop: { exec: { command: ['nats-server', '-sl=ldm=/run/nats/nats.pid'] } } },
  startupProbe: probe('/healthz?js-server-only=true', 60),
  livenessProbe: probe('/healthz?js-enabled-only=true', 6),
  readinessProbe: probe('/healthz?js-server-only=true', 2),
  resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } },
  securityContext: containerSecurity,
  volumeMounts: [
    {
      name: 'configuration',
      mountPath: '/etc/nats/nats.conf',
      subPath: 'nats.conf',
      readOnly: true,
    },
    { name: 'authorization', mountPath: '/etc/nats/authorization', readOnly: true },
    { name: 'users', mountPath: '/etc/nats/users', readOnly: true },
    { name: 'tls', mountPath: '/etc/nats/tls', readOnly: true },
    { name: 'run', mountPath: '/run/nats' },
    { name: 'data', mountPath: '/data' },
  ],
};
