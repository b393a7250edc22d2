import { z } from 'zod';
import type { KubernetesObject } from '../manifest.ts';
import { type Installation, type Labels, matches, ofKind } from './installation.ts';

const labels = z.record(z.string(), z.string());
const selection = z.looseObject({ matchLabels: labels.default({}) });
const selectors: Readonly<Record<string, (spec: unknown) => Labels>> = {
  Service: (spec: unknown) => z.looseObject({ selector: labels }).parse(spec).selector,
  PodDisruptionBudget: (spec: unknown) =>
    z.looseObject({ selector: selection }).parse(spec).selector.matchLabels,
  PodMonitor: (spec: unknown) =>
    z.looseObject({ selector: selection }).parse(spec).selector.matchLabels,
  NetworkPolicy: (spec: unknown) =>
    z.looseObject({ podSelector: selection }).parse(spec).podSelector.matchLabels,
};

/** Labels that an object selects pods by; undefined for kinds that select none. */
export const selectedBy = ({ kind, spec }: KubernetesObject): Labels | undefined =>
  selectors[kind]?.(spec);

const scaleTarget = z.looseObject({ scaleTargetRef: z.looseObject({ name: z.string() }) });

/** A selector that matches no pod, and an autoscaler without its Deployment, do nothing, silently. */
export function selectorProblems(given: Installation): string[] {
  const unmatched = given.manifests.flatMap((manifest) => {
    const wanted = selectedBy(manifest);
    if (!wanted || given.pods.some((pods) => matches(wanted, pods.labels))) return [];
    return [`${manifest.kind} ${manifest.metadata.name}: its selector matches no pod`];
  });
  const strangers = given.workloads.flatMap(({ kind, name, labels: own, spec }) => {
    if (kind === 'Job') return [];
    const wanted = spec.selector?.matchLabels ?? {};
    const found = given.pods.filter((pods) => matches(wanted, pods.labels));
    if (!matches(wanted, own)) return [`${kind} ${name}: its selector matches not its own pods`];
    return found.length > 1 ? [`${kind} ${name}: its selector matches pods of others`] : [];
  });
  return [...unmatched, ...strangers, ...autoscalerProblems(given)];
}

function autoscalerProblems(given: Installation): string[] {
  const autoscalers = [
    ...ofKind(given, 'HorizontalPodAutoscaler'),
    ...ofKind(given, 'ScaledObject'),
  ].map(({ kind, metadata, spec }) => ({
    label: `${kind} ${metadata.name}`,
    target: scaleTarget.parse(spec).scaleTargetRef.name,
  }));
  return autoscalers.flatMap(({ label, target }) => {
    const found = given.workloads.some(
      ({ kind, name }) => kind === 'Deployment' && name === target,
    );
    const rivals = autoscalers.filter((other) => other.target === target);
    if (!found) return [`${label}: there is no Deployment ${target}`];
    return rivals.length > 1 ? [`${label}: ${target} has another autoscaler`] : [];
  });
}
