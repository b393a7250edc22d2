/** Rules and dashboards of deploy/monitoring as objects of Prometheus' operator and Grafana's sidecar. */
import { dashboardFiles } from '@svc/monitoring/dashboards/files';
import { ruleGroups } from '@svc/monitoring/rules/groups';
import type { KubernetesObject } from '../manifest.ts';

const ours = { 'app.kubernetes.io/part-of': 'svc' };

export const prometheusRule = (): KubernetesObject => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'svc', labels: ours },
  // Without what is undefined.
  spec: { groups: JSON.parse(JSON.stringify(ruleGroups())) },
});

/** The sidecar of Grafana's chart imports every ConfigMap with this label. */
const sidecar = { grafana_dashboard: '1' };

export const dashboardConfigMaps = (): KubernetesObject[] =>
  dashboardFiles().map(([name, text]) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `dashboard-${name.replace('.json', '')}`, labels: { ...ours, ...sidecar } },
    data: { [name]: text },
  }));
