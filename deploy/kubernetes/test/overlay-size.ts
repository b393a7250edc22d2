/** What an overlay asks of its nodes: requests of all its pods, without those of migrations. */
import { z } from 'zod';
import type { KubernetesObject } from '../src/manifest.ts';
import { installation, ofKind } from '../src/rules/installation.ts';

/** Cores and GiB, with the least and with the greatest numbers of replicas. */
export interface OverlaySize {
  cores: [number, number];
  gibibytes: [number, number];
}

const scaling = z.looseObject({
  scaleTargetRef: z.looseObject({ name: z.string() }),
  minReplicas: z.number().optional(),
  maxReplicas: z.number().optional(),
  minReplicaCount: z.number().optional(),
  maxReplicaCount: z.number().optional(),
});
const amounts = z.object({ cpu: z.string(), memory: z.string() });
const database = z.looseObject({
  instances: z.number(),
  resources: z.looseObject({ requests: amounts }),
});

export function sizeOf(manifests: readonly KubernetesObject[]): OverlaySize {
  const given = installation([...manifests]);
  const scaled = new Map(
    [...ofKind(given, 'HorizontalPodAutoscaler'), ...ofKind(given, 'ScaledObject')]
      .map(({ spec }) => scaling.parse(spec))
      .map((each) => [
        each.scaleTargetRef.name,
        [each.minReplicas ?? each.minReplicaCount, each.maxReplicas ?? each.maxReplicaCount],
      ]),
  );
  const pods = given.workloads
    .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    .flatMap(({ name, spec }) => {
      const [least = 1, most = least] = scaled.get(name) ?? [spec.replicas];
      return spec.template.spec.containers.map(({ resources }) => ({
        counts: [least, most] as const,
        ...amounts.parse(resources?.requests),
      }));
    });
  const databases = ofKind(given, 'Cluster').map(({ spec }) => {
    const { instances, resources } = database.parse(spec);
    return { counts: [instances, instances] as const, ...resources.requests };
  });
  const sum = (read: (each: { cpu: string; memory: string }) => number): [number, number] => {
    const totals = [0, 1].map((n) =>
      [...pods, ...databases].reduce((all, each) => all + (each.counts[n] ?? 0) * read(each), 0),
    );
    return [totals[0] ?? 0, totals[1] ?? 0];
  };
  return { cores: sum(({ cpu }) => coresOf(cpu)), gibibytes: sum(({ memory }) => gibOf(memory)) };
}

const coresOf = (text: string): number =>
  text.endsWith('m') ? Number(text.slice(0, -1)) / 1000 : Number(text);

const gibOf = (text: string): number =>
  text.endsWith('Gi') ? Number(text.slice(0, -2)) : Number(text.replace(/Mi$/, '')) / 1024;
