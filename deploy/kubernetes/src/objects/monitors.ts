import { type KubernetesObject, labelsOf, selectorOf } from '../manifest.ts';
import { isOptional, objectOf, type Role, roles } from '../roles.ts';
import { nats } from './nats.ts';
import { clusterName } from './postgres.ts';

/** Admin ports of all roles, and the exporters of NATS and of each instance of CloudNativePG. */
export const podMonitors = (): KubernetesObject[] => [
  ...roles.filter((role) => !isOptional(role)).map(monitorOf),
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name: clusterName },
    spec: exporter({ 'cnpg.io/cluster': clusterName }),
  },
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name: nats.name, labels: labelsOf(nats) },
    spec: exporter(selectorOf(nats)),
  },
];

const exporter = (matchLabels: Record<string, string>) => ({
  selector: { matchLabels },
  podMetricsEndpoints: [{ port: 'metrics', interval: '30s' }],
});

export const monitorOf = (role: Role): KubernetesObject => ({
  ...objectOf(
    role,
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor' },
    {
      selector: { matchLabels: selectorOf(role) },
      podMetricsEndpoints: [{ port: 'admin', path: '/metrics', interval: '15s' }],
    },
  ),
  metadata: { name: role.name, labels: labelsOf(role) },
});
