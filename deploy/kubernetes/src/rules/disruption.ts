import { z } from 'zod';
import { type Installation, matches, ofKind, type Workload } from './installation.ts';
import { selectedBy } from './selectors.ts';

const amount = z.union([z.number(), z.string().regex(/^\d+%$/)]).optional();
const budget = z.looseObject({ minAvailable: amount, maxUnavailable: amount });
const bounds = z.looseObject({
  scaleTargetRef: z.looseObject({ name: z.string() }),
  minReplicas: z.number().optional(),
  minReplicaCount: z.number().optional(),
});

/** The least replicas that a workload has: its autoscaler's, else its own. */
function leastReplicas(given: Installation, { name, spec }: Workload): number {
  const scaled = [
    ...ofKind(given, 'HorizontalPodAutoscaler'),
    ...ofKind(given, 'ScaledObject'),
  ].map((autoscaler) => bounds.parse(autoscaler.spec));
  const own = scaled.find(({ scaleTargetRef }) => scaleTargetRef.name === name);
  return own?.minReplicas ?? own?.minReplicaCount ?? spec.replicas ?? 1;
}

/** A budget that allows no eviction stops every drain of a node. */
export const disruptionProblems = (given: Installation): string[] =>
  ofKind(given, 'PodDisruptionBudget').flatMap((manifest) => {
    const wanted = selectedBy(manifest) ?? {};
    const { minAvailable, maxUnavailable } = budget.parse(manifest.spec);
    return given.workloads
      .filter(({ labels }) => matches(wanted, labels))
      .filter((workload) => {
        const replicas = leastReplicas(given, workload);
        // Kubernetes rounds both up.
        if (maxUnavailable !== undefined) return pods(maxUnavailable, replicas) < 1;
        return pods(minAvailable ?? 1, replicas) >= replicas;
      })
      .map(({ name }) => `PodDisruptionBudget ${manifest.metadata.name}: no pod of ${name} may go`);
  });

const pods = (count: number | string, replicas: number): number =>
  typeof count === 'number' ? count : Math.ceil((Number.parseInt(count, 10) * replicas) / 100);
