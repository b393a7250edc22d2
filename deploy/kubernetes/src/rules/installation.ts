/** A built installation as the rules see it: pods, what selects them, what they refer to. */
import { z } from 'zod';
import type { KubernetesObject } from '../manifest.ts';

const labels = z.record(z.string(), z.string());
const selector = z.looseObject({ matchLabels: labels.optional() });
export type Labels = z.output<typeof labels>;

const keyReference = z.looseObject({
  name: z.string(),
  key: z.string(),
  optional: z.boolean().optional(),
});
const variable = z.looseObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .looseObject({
      secretKeyRef: keyReference.optional(),
      configMapKeyRef: keyReference.optional(),
    })
    .optional(),
});
const named = z.looseObject({ name: z.string(), optional: z.boolean().optional() });
const portReference = z.union([z.string(), z.number()]);
const probe = z.looseObject({
  httpGet: z.looseObject({ port: portReference }).optional(),
  tcpSocket: z.looseObject({ port: portReference }).optional(),
});
const amounts = z.record(z.string(), z.string()).optional();

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  ports: z
    .array(z.looseObject({ name: z.string().optional(), containerPort: z.number() }))
    .default([]),
  env: z.array(variable).default([]),
  envFrom: z
    .array(z.looseObject({ configMapRef: named.optional(), secretRef: named.optional() }))
    .default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z.looseObject({ preStop: z.looseObject({}).optional() }).optional(),
  resources: z.looseObject({ requests: amounts, limits: amounts }).optional(),
  securityContext: z
    .looseObject({
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      capabilities: z.looseObject({ drop: z.array(z.string()).default([]) }).optional(),
    })
    .optional(),
  volumeMounts: z.array(named.extend({ mountPath: z.string() })).default([]),
});
export type Container = z.output<typeof container>;

const volume = z.looseObject({
  name: z.string(),
  configMap: named.optional(),
  secret: z
    .looseObject({
      secretName: z.string(),
      optional: z.boolean().optional(),
      items: z.array(z.looseObject({ key: z.string(), path: z.string() })).optional(),
    })
    .optional(),
  persistentVolumeClaim: z.looseObject({ claimName: z.string() }).optional(),
});
const podSpec = z.looseObject({
  serviceAccountName: z.string().optional(),
  automountServiceAccountToken: z.boolean().optional(),
  containers: z.array(container),
  initContainers: z.array(container).default([]),
  volumes: z.array(volume).default([]),
});
const workloadSpec = z.looseObject({
  replicas: z.number().optional(),
  selector: selector.optional(),
  template: z.looseObject({
    metadata: z.looseObject({ labels: labels.default({}) }),
    spec: podSpec,
  }),
  volumeClaimTemplates: z
    .array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) }))
    .default([]),
});

export interface Workload {
  kind: 'Deployment' | 'StatefulSet' | 'Job';
  name: string;
  namespace: string | undefined;
  labels: Labels;
  spec: z.output<typeof workloadSpec>;
}

/** Pods that selectors can match, also those that an operator makes. */
export interface Pods {
  name: string;
  namespace: string | undefined;
  labels: Labels;
  ports: readonly { name?: string | undefined; containerPort: number }[];
}

export interface Installation {
  manifests: readonly KubernetesObject[];
  workloads: readonly Workload[];
  pods: readonly Pods[];
}

const kinds = ['Deployment', 'StatefulSet', 'Job'] as const;

export function installation(manifests: readonly KubernetesObject[]): Installation {
  const workloads = manifests.flatMap(({ kind, metadata: { name, namespace }, spec }) => {
    const known = kinds.find((one) => one === kind);
    if (!known) return [];
    const parsed = workloadSpec.parse(spec);
    const { labels: own } = parsed.template.metadata;
    return [{ kind: known, name, namespace, spec: parsed, labels: own }];
  });
  const own = workloads.map(({ name, namespace, labels: given, spec }) => ({
    name,
    namespace,
    labels: given,
    ports: spec.template.spec.containers.flatMap(({ ports }) => ports),
  }));
  return { manifests, workloads, pods: [...own, ...clusterPods(manifests)] };
}

export const ofKind = (
  { manifests }: Pick<Installation, 'manifests'>,
  kind: string,
): KubernetesObject[] => manifests.filter((manifest) => manifest.kind === kind);

/** CloudNativePG makes instances with this label and these ports. */
const clusterPods = (manifests: readonly KubernetesObject[]): Pods[] =>
  ofKind({ manifests }, 'Cluster').map(({ metadata: { name, namespace } }) => ({
    name,
    namespace,
    labels: { 'cnpg.io/cluster': name },
    ports: [
      { name: 'postgresql', containerPort: 5432 },
      { name: 'metrics', containerPort: 9187 },
      { name: 'status', containerPort: 8000 },
    ],
  }));

/** No labels match everything, as in a NetworkPolicy. */
export const matches = (wanted: Labels, given: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => given[name] === value);

export const containersOf = ({ spec }: Workload): Container[] => [
  ...spec.template.spec.containers,
  ...spec.template.spec.initContainers,
];
