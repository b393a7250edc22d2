/** Objects of every role: Deployment, ServiceAccount, PodDisruptionBudget, autoscaler. */
import { type Json, type KubernetesObject, labelsOf, selectorOf } from '../manifest.ts';
import { hasDatabase, isPublic, objectOf, type Role } from '../roles.ts';
import { ports } from '../settings.ts';
import {
  containerSecurity,
  environmentOf,
  podSecurity,
  postgresAuthority,
  settingFiles,
  spread,
  temporary,
} from './pod.ts';

/** Time in which balancers learn that the pod goes, before it gets SIGTERM. */
const preStopSeconds = 5;
/** Hard exit of the process, counted from SIGTERM and with its drain (packages/kit/src/host/shutdown.ts). */
export const hardExitSeconds = 45;
const graceSeconds = preStopSeconds + hardExitSeconds + 10;
const cpuUtilization = 65;

export const roleObjects = (role: Role): KubernetesObject[] => [
  serviceAccount(role.name, labelsOf(role)),
  deployment(role),
  disruptionBudget(role),
  autoscaler(role),
  ...(isPublic(role) ? [httpService(role)] : []),
];

export const serviceAccount = (name: string, labels: Record<string, string>): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, labels },
  automountServiceAccountToken: false,
});

const deployment = (role: Role): KubernetesObject =>
  objectOf(
    role,
    { apiVersion: 'apps/v1', kind: 'Deployment' },
    {
      // No number of replicas: the autoscaler sets it.
      selector: { matchLabels: selectorOf(role) },
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: { metadata: { labels: labelsOf(role) }, spec: podOf(role) },
    },
  );

function podOf(role: Role): { readonly [name: string]: Json } {
  const authority = hasDatabase(role) ? [postgresAuthority] : [];
  const parts = [temporary, ...authority, ...settingFiles(role)];
  return {
    serviceAccountName: role.name,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: graceSeconds,
    securityContext: podSecurity,
    topologySpreadConstraints: spread(selectorOf(role)),
    containers: [{ ...containerOf(role), volumeMounts: parts.map(({ mount }) => mount) }],
    volumes: parts.map(({ volume }) => volume),
  };
}

function containerOf(role: Role): { readonly [name: string]: Json } {
  const { name, cpu, memory } = role;
  const [request, limit] = memory;
  const http = { name: 'http', containerPort: ports.http };
  return {
    name,
    image: 'svc',
    ports: [...(isPublic(role) ? [http] : []), { name: 'admin', containerPort: ports.admin }],
    envFrom: [{ configMapRef: { name: 'tuning', optional: true } }],
    env: environmentOf(role),
    lifecycle: { preStop: { sleep: { seconds: preStopSeconds } } },
    ...probes,
    // No limit of processor time: throttled, the process would miss its deadlines.
    resources: { requests: { cpu, memory: request }, limits: { memory: limit } },
    securityContext: containerSecurity,
  };
}

const ready = { httpGet: { path: '/health/ready', port: 'admin' }, timeoutSeconds: 3 };
const probes = {
  // Two minutes: until then NATS, the database and the role of the migration must be there.
  startupProbe: { ...ready, periodSeconds: 2, failureThreshold: 60 },
  livenessProbe: {
    httpGet: { path: '/health/live', port: 'admin' },
    periodSeconds: 10,
    timeoutSeconds: 3,
    failureThreshold: 6,
  },
  readinessProbe: { ...ready, periodSeconds: 2, failureThreshold: 2 },
};

/** One at a time; never blocks a drain, whatever the number of replicas. */
const disruptionBudget = (role: Role): KubernetesObject =>
  objectOf(
    role,
    { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
    { maxUnavailable: 1, selector: { matchLabels: selectorOf(role) } },
  );

const autoscaler = (role: Role): KubernetesObject => {
  const [minReplicas, maxReplicas] = role.replicas;
  const target = { type: 'Utilization', averageUtilization: cpuUtilization };
  return objectOf(
    role,
    { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' },
    {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: role.name },
      minReplicas,
      maxReplicas,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  );
};

const httpService = (role: Role): KubernetesObject =>
  objectOf(
    role,
    { apiVersion: 'v1', kind: 'Service' },
    {
      selector: selectorOf(role),
      ports: [{ name: 'http', port: ports.http, targetPort: 'http', appProtocol: 'http' }],
    },
  );
