/** Nothing may connect but what is named here. Names of other namespaces are for installers to set. */
import {
  type Json,
  type KubernetesObject,
  labelsOf,
  type PodIdentity,
  selectorOf,
} from '../manifest.ts';
import {
  type Destination,
  hasDatabase,
  isOptional,
  isPublic,
  type Role,
  roles,
  storesFiles,
} from '../roles.ts';
import { ports, sftpNamespace } from '../settings.ts';
import { nats, natsPorts } from './nats.ts';
import { natsMetricsPort } from './nats-exporter.ts';
import { clusterName } from './postgres.ts';
import { sftp } from './sftp.ts';

type Fields = { readonly [name: string]: Json };

const tcp = (...numbers: number[]): Fields[] => numbers.map((port) => ({ protocol: 'TCP', port }));
const pods = (matchLabels: Record<string, string>): Fields => ({ podSelector: { matchLabels } });
const namespace = (name: string): Fields => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});
const named = (pod: PodIdentity): Fields => pods(selectorOf(pod));
const database = { 'cnpg.io/cluster': clusterName };
const ours = { 'app.kubernetes.io/part-of': 'svc' };
const component = (name: string) => ({ 'app.kubernetes.io/component': name });

/** The internet without private, link-local and shared ranges: a second guard beside the code's. */
const internet: Fields[] = [
  {
    ipBlock: {
      cidr: '0.0.0.0/0',
      except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
    },
  },
  { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
];

const waysOut: Record<Destination, Fields> = {
  // Receivers choose their port.
  receivers: { to: internet },
  witnesses: { to: internet },
  provider: { to: internet, ports: tcp(443) },
  mail: { to: internet, ports: tcp(143, 465, 587, 993) },
  sftp: { to: [{ ...namespace(sftpNamespace), ...named(sftp) }], ports: tcp(ports.sftp) },
};
const toNats: Fields = { to: [named(nats)], ports: tcp(natsPorts.client) };
const toDatabase: Fields = { to: [pods(database)], ports: tcp(ports.postgres) };
const toStorage: Fields = { to: internet, ports: tcp(443) };
/** A collector of traces (OTLP/HTTP), where SVC_TRACES_URL names one. */
const toTraces: Fields = { to: [namespace('monitoring')], ports: tcp(4318) };
const fromMonitoring = (port: number): Fields => ({
  from: [namespace('monitoring')],
  ports: tcp(port),
});

interface Access {
  ingress?: readonly Fields[];
  egress?: readonly Fields[];
}

/** `policyTypes` follow from what is given: what is absent stays denied by the default. */
const policy = (
  name: string,
  podSelector: Fields,
  { ingress, egress }: Access,
): KubernetesObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, labels: ours },
  spec: {
    podSelector,
    policyTypes: [...(ingress ? ['Ingress'] : []), ...(egress ? ['Egress'] : [])],
    ...(ingress && ingress.length > 0 && { ingress }),
    ...(egress && egress.length > 0 && { egress }),
  },
});

export const networkPolicies = (): KubernetesObject[] => [
  policy('default-deny', {}, { ingress: [], egress: [] }),
  policy('dns', {}, { egress: [toDns] }),
  ...roles.filter((role) => !isOptional(role)).map(policyOf),
  policy('migration', { matchLabels: component('migration') }, { egress: [toDatabase] }),
  ofNats,
  ofDatabase,
];

const toDns: Fields = {
  to: [namespace('kube-system')],
  ports: ['UDP', 'TCP'].map((protocol) => ({ protocol, port: 53 })),
};

export const policyOf = (role: Role): KubernetesObject => ({
  ...policy(
    role.name,
    { matchLabels: selectorOf(role) },
    {
      ingress: [
        fromMonitoring(ports.admin),
        ...(isPublic(role)
          ? [{ from: [namespace('gateway-system')], ports: tcp(ports.http) }]
          : []),
      ],
      egress: [
        toNats,
        ...(hasDatabase(role) ? [toDatabase] : []),
        ...(storesFiles(role) ? [toStorage] : []),
        ...(role.reaches ?? []).map((destination) => waysOut[destination]),
        toTraces,
      ],
    },
  ),
  metadata: { name: role.name, labels: labelsOf(role) },
});

const ofNats = policy(
  'nats',
  { matchLabels: selectorOf(nats) },
  {
    ingress: [
      {
        from: ['service', 'gateway', 'desk'].map((name) => pods(component(name))),
        ports: tcp(natsPorts.client),
      },
      { from: [named(nats)], ports: tcp(natsPorts.cluster) },
      { from: [namespace('keda')], ports: tcp(natsPorts.monitor) },
      fromMonitoring(natsMetricsPort),
    ],
    egress: [{ to: [named(nats)], ports: tcp(natsPorts.cluster) }],
  },
);

/** Instances replicate, ask the API server, archive; the operator looks after them. */
const ofDatabase = policy(
  clusterName,
  { matchLabels: database },
  {
    ingress: [
      {
        from: [pods(component('service')), pods(component('migration'))],
        ports: tcp(ports.postgres),
      },
      { from: [pods(database), namespace('cnpg-system')], ports: tcp(ports.postgres, 8000) },
      fromMonitoring(9187),
    ],
    egress: [
      { to: [pods(database)], ports: tcp(ports.postgres, 8000) },
      // The address of the API server differs from cluster to cluster.
      { ports: tcp(443, 6443) },
    ],
  },
);

/** Wholesalers come from anywhere. */
export const sftpPolicy = policy(
  sftp.name,
  { matchLabels: selectorOf(sftp) },
  { ingress: [{ ports: tcp(ports.sftp) }], egress: [] },
);
