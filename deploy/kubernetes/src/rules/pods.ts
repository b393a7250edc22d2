import { type Container, containersOf, type Installation, ofKind } from './installation.ts';

/** Rules for each container: probes, bounds, least privilege. */
export const podProblems = (given: Installation): string[] =>
  given.workloads.flatMap((workload) => {
    const { kind, name, spec } = workload;
    const { automountServiceAccountToken: mounted } = spec.template.spec;
    return [
      ...(mounted === false ? [] : ["gets a token of Kubernetes' API"]),
      ...containersOf(workload).flatMap((container) => [
        ...(kind === 'Job' ? [] : probeProblems(container)),
        ...resourceProblems(container),
        ...securityProblems(container),
      ]),
    ].map((problem) => `${kind} ${name}: ${problem}`);
  });

export const accountProblems = (given: Installation): string[] =>
  ofKind(given, 'ServiceAccount')
    .filter(({ automountServiceAccountToken: mounted }) => mounted !== false)
    .map(({ metadata: { name } }) => `ServiceAccount ${name}: its token is mounted`);

function probeProblems(container: Container): string[] {
  const probes = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).filter(
    (probe) => !container[probe],
  );
  return [...probes, ...(container.lifecycle?.preStop ? [] : ['preStop'])].map(
    (missing) => `${container.name} has no ${missing}`,
  );
}

function resourceProblems({ name, resources }: Container): string[] {
  const { requests = {}, limits = {} } = resources ?? {};
  return [
    ...['cpu', 'memory'].filter((one) => !requests[one]).map((one) => `${name} requests no ${one}`),
    ...(limits.memory ? [] : [`${name} has no limit of memory`]),
    ...Object.entries(limits)
      .filter(([one, limit]) => amount(requests[one] ?? '0') > amount(limit))
      .map(([one]) => `${name}: its limit of ${one} is below its request`),
  ];
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
};

/** A quantity of Kubernetes in its base unit; NaN is no quantity. */
export function amount(quantity: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)([A-Za-z]*)$/.exec(quantity) ?? [];
  return number ? Number(number) * (units[unit] ?? Number.NaN) : Number.NaN;
}

function securityProblems({ name, securityContext: context }: Container): string[] {
  const drops = context?.capabilities?.drop ?? [];
  return [
    ...(context?.allowPrivilegeEscalation === false ? [] : ['may gain privileges']),
    ...(context?.readOnlyRootFilesystem ? [] : ['writes to its root file system']),
    ...(drops.includes('ALL') ? [] : ['keeps capabilities']),
  ].map((problem) => `${name} ${problem}`);
}
