/**
 * Connections that settings demand, against the NetworkPolicies. A pod is open until a policy selects
 * it; then only what some policy allows passes, on both sides.
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
  const policies = ofKind(given, 'NetworkPolicy').map(({ spec }) => policySpec.parse(spec));
  const allowed = ({ from, to, port }: Flow, direction: 'Ingress' | 'Egress'): boolean => {
    const [self, other] = direction === 'Egress' ? [from, to] : [to, from];
    const own = policies.filter(
      ({ podSelector, policyTypes }) =>
        policyTypes.includes(direction) && matches(podSelector.matchLabels, self.labels),
    );
    const rules = own.flatMap(({ ingress, egress }) =>
      direction === 'Egress'
        ? egress.map(({ to: peers, ports: open }) => ({ peers, open }))
        : ingress.map(({ from: peers, ports: open }) => ({ peers, open })),
    );
    const passes = rules.some(
      ({ peers, open }) =>
        (!open || open.some((one) => one.port === port && one.protocol === 'TCP')) &&
        (!peers || peers.some((one) => isNear(one, other))),
    );
    return own.length === 0 || passes;
  };
  return flowsOf(given).flatMap((flow) => {
    const { from, to, port } = flow;
    const sides = (['Egress', 'Ingress'] as const).filter((side) => !allowed(flow, side));
    return sides.map((side) => `${from.name} cannot reach ${to.name} on ${port}: ${side}`);
  });
}

/** A peer of the same namespace: only its labels decide. */
const isNear = ({ podSelector, namespaceSelector, ipBlock }: z.output<typeof peer>, to: Pods) =>
  !ipBlock && !namespaceSelector && matches(podSelector?.matchLabels ?? {}, to.labels);

/** Each `…_URL` and `…_HOST` that names a Service of the installation, or a file with a database's URL. */
function flowsOf(given: Installation): Flow[] {
  const goals = [...serviceGoals(given), ...databaseGoals(given)];
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
    return hosts.flatMap((host) => {
      const goal = goals.find((one) => one.hosts.includes(host));
      return from && goal ? [{ from, to: goal.to, port: goal.port }] : [];
    });
  });
}

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
    return to && port !== undefined ? [{ hosts: [service.metadata.name], to, port }] : [];
  });

/** CloudNativePG's Service of the primary, which the URLs of services and of the owner name at first. */
const databaseHost = `${clusterName}-rw`;
const databaseFile = /\/(database-url|postgres-app\/uri)$/;

const databaseGoals = (given: Installation): Goal[] =>
  given.pods
    .filter(({ labels }) => labels['cnpg.io/cluster'] === clusterName)
    .map((to) => ({ hosts: [databaseHost], to, port: 5432 }));
