/** Kubernetes objects as plain data. */
import { z } from 'zod';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
  };
  spec?: { readonly [name: string]: Json };
  data?: Record<string, string>;
  /** A ServiceAccount's. */
  automountServiceAccountToken?: boolean;
}

/** A namespace whose pods Kubernetes admits by a level of its pod security standards. */
export const namespaceOf = (name: string, level: 'restricted' | 'baseline'): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { [enforcedLevel]: level } },
});
export const enforcedLevel = 'pod-security.kubernetes.io/enforce';

export type Component = 'service' | 'gateway' | 'desk' | 'migration' | 'nats' | 'sftp';

export interface PodIdentity {
  name: string;
  component: Component;
}

/** Labels for selectors: a migration has the name of its service, but another component. */
export const selectorOf = ({ name, component }: PodIdentity): Record<string, string> => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/component': component,
});

export const labelsOf = (pod: PodIdentity): Record<string, string> => ({
  ...selectorOf(pod),
  'app.kubernetes.io/part-of': 'svc',
});

export const keyOf = ({ apiVersion, kind, metadata: { name } }: KubernetesObject): string =>
  `${apiVersion} ${kind} ${name}`;

const object = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

export const isKubernetesObject = (value: unknown): value is KubernetesObject =>
  object.safeParse(value).success;
