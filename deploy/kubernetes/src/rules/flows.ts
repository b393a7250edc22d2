/**
 * Connections that settings demand, against the NetworkPolicies. A pod is open until a policy selects
 * it; then only what some policy allows passes, on both sides. A policy selects in its namespace alone.
 */
import { z } from 'zod';
import { clusterName } from '../objects/postgres.ts';
import { containersOf, type Installation, matches, ofKind, type Pods } from './installation.ts';
import { numberOf, portsOf } from './ports.ts';
import { selectedBy } from './selectors.ts';

const selection = z.looseObject({ matchLabels: z.record(z.string(), z.string()).default({}) });
const peer = z.looseObject({
  podSelector: selection.optional(),
  namespaceSelector: selection.optional(),
  ipBlock: z.looseObject({}).optional(),
});
const ports = z.array(z.looseObject({ port: z.number(), protocol: z.string() })).optional();
const policySpec = z.looseObject({
  podSelector: selection,
  policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
  ingress: z.array(z.looseObject({ from: z.array(peer).optional(), ports })).default([]),
  egress: z.array(z.looseObject({ to: z.array(peer).optional(), ports })).default([]),
});

interface Flow {
  from: Pods;
  to: Pods;
  port: number;
}

export function flowProblems(given: Installation): string[] {
  const policies = ofKind(given, 'NetworkPolicy').map(({ metadata, spec }) => ({
    ...policySpec.parse(spec),
    namespace: metadata.namespace,
  }));
  const allowed = ({ from, to, port }: Flow, direction: 'Ingress' | 'Egress'): boolean => {
    const [self, other] = direction === 'Egress' ? [from, to] : [to, from];
    const own = policies.filter(
      ({ podSelector, policyTypes, namespace }) =>
        namespace === self.namespace &&
        policyTypes.includes(direction) &&
        matches(podSelector.matchLabels, self.labels),
    );
    const rules = own.flatMap(({ ingress, egress }) =>
      direction === 'Egress'
        ? egress.map(({ to: peers, ports: open }) => ({ peers, open }))
        : ingress.map(({ from: peers, ports: open }) => ({ peers, open })),
    );
    const passes = rules.some(
      ({ peers, open }) =>
        (!open || open.some((one) => one.port === port && one.protocol === 'TCP')) &&
        (!peers || peers.some((one) => isMeant(one, self, other))),
    );
    return own.length === 0 || passes;
  };
  return flowsOf(given).flatMap((flow) => {
    const { from, to, port } = flow;
    const sides = (['Egress', 'Ingress'] as const).filter((side) => !allowed(flow, side));
    return sides.map((side) => `${from.name} cannot reach ${to.name} on ${port}: ${side}`);
  });
}

/** A peer is of the policy's own namespace unless it names another. */
function isMeant(given: z.output<typeof peer>, self: Pods, other: Pods): boolean {
  const { podSelector, namespaceSelector, ipBlock } = given;
  const namespace = { 'kubernetes.io/metadata.name': other.namespace ?? '' };
  const isThere = namespaceSelector
    ? matches(namespaceSelector.matchLabels, namespace)
    : other.namespace === self.namespace;
  return !ipBlock && isThere && matches(podSelector?.matchLabels ?? {}, other.labels);
}

/** Each `…_URL` and `…_HOST` that names a Service of the installation, or a file with a database's URL. */
function hostsOf(given: Installation): { from: Pods; host: string }[] {
  const settings = new Map(
    ofKind(given, 'ConfigMap').flatMap(({ metadata, data = {} }) =>
      Object.entries(data).map(([key, text]) => [`${metadata.name}/${key}`, text] as const),
    ),
  );
  return given.workloads.flatMap((workload) => {
    const from = given.pods.find(({ name }) => name === workload.name);
    const hosts = containersOf(workload)
      .flatMap(({ env }) => env)
      .flatMap(({ name, value, valueFrom }) => {
        const entry = valueFrom?.configMapKeyRef;
        const chosen = entry && settings.get(`${entry.name}/${entry.key}`);
        const text = value ?? chosen ?? '';
        return /^[A-Z_]+_(URL|HOST)(_FILE)?$/.test(name) ? [hostOf(text)] : [];
      });
    return from ? hosts.map((host) => ({ from, host })) : [];
  });
}

const flowsOf = (given: Installation): Flow[] =>
  hostsOf(given).flatMap(({ from, host }) =>
    goalsOf(given, from)
      .filter(({ hosts }) => hosts.includes(host))
      .map(({ to, port }) => ({ from, to, port })),
  );

/** A name without a dot is a Service of the pod's own namespace: no other answers to it. */
export const hostProblems = (given: Installation): string[] =>
  hostsOf(given)
    .filter(({ host }) => /^[a-z][a-z0-9-]*$/.test(host))
    .filter(({ from, host }) => !goalsOf(given, from).some(({ hosts }) => hosts.includes(host)))
    .map(({ from, host }) => `${from.name}: there is no Service ${host} in its namespace`);

/** Goals under the names that pods reach them by. */
const goalsOf = (given: Installation, from: Pods): Goal[] =>
  [...serviceGoals(given), ...databaseGoals(given)].map((goal) => ({
    ...goal,
    hosts: goal.hosts.filter((host) => host.includes('.') || goal.to.namespace === from.namespace),
  }));

const hostOf = (text: string): string => (databaseFile.test(text) ? databaseHost : urlHost(text));
const urlHost = (text: string): string =>
  /^[a-z]+:\/\/(?:[^@/]*@)?([a-z0-9-]+)(?::\d+)?(?:[/?]|$)/.exec(text)?.[1] ?? text;

interface Goal {
  hosts: readonly string[];
  to: Pods;
  port: number;
}

const serviceGoals = (given: Installation): Goal[] =>
  ofKind(given, 'Service').flatMap((service) => {
    const wanted = selectedBy(service) ?? {};
    const to = given.pods.find((pods) => matches(wanted, pods.labels));
    const target = portsOf(service)[0]?.target;
    const port = to && target !== undefined ? numberOf(to, target) : undefined;
    const { name, namespace } = service.metadata;
    return to && port !== undefined ? [{ hosts: [name, `${name}.${namespace}`], to, port }] : [];
  });

/** CloudNativePG's Service of the primary, which the URLs of services and of the owner name at first. */
const databaseHost = `${clusterName}-rw`;
const databaseFile = /\/(database-url|postgres-app\/uri)$/;

const databaseGoals = (given: Installation): Goal[] =>
  given.pods
    .filter(({ labels }) => labels['cnpg.io/cluster'] === clusterName)
    .map((to) => ({ hosts: [databaseHost], to, port: 5432 }));
