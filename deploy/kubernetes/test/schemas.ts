/**
 * The JSON schemas of Kubernetes and of the operators' kinds. They allow unknown fields, as the API
 * server does with a warning; here a field that the schema never reads is a mistake. What is read is
 * seen through a proxy: the schemas are compiled to functions and cannot be asked.
 */
import { z } from 'zod';
import type { KubernetesObject } from '../src/manifest.ts';

/** A version of a group that is not here is refused. */
const groups: Readonly<Record<string, () => Promise<object>>> = {
  v1: () => import('kubernetes-models/v1'),
  'apps/v1': () => import('kubernetes-models/apps/v1'),
  'autoscaling/v2': () => import('kubernetes-models/autoscaling/v2'),
  'batch/v1': () => import('kubernetes-models/batch/v1'),
  'networking.k8s.io/v1': () => import('kubernetes-models/networking.k8s.io/v1'),
  'policy/v1': () => import('kubernetes-models/policy/v1'),
  'gateway.networking.k8s.io/v1': () =>
    import('@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1'),
  'keda.sh/v1alpha1': () => import('@kubernetes-models/keda/keda.sh/v1alpha1'),
  'monitoring.coreos.com/v1': () =>
    import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'),
  'postgresql.cnpg.io/v1': () => import('@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'),
};

const secretKey = z.strictObject({ name: z.string().min(1), key: z.string().min(1) });
const compressed = z.strictObject({ compression: z.enum(['bzip2', 'gzip', 'snappy']) });
/** No package has the kinds of the barman-cloud plugin: of its CRD in 0.16, what is used here. */
const objectStore = z.looseObject({
  spec: z.strictObject({
    retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
    configuration: z.strictObject({
      destinationPath: z.string().startsWith('s3://'),
      endpointURL: z.url().optional(),
      s3Credentials: z.strictObject({ accessKeyId: secretKey, secretAccessKey: secretKey }),
      wal: compressed,
      data: compressed,
    }),
  }),
});

interface Model {
  validate(): void;
}
type ModelClass = { new (manifest: object): Model; prototype: Model };

export async function schemaProblems(manifest: KubernetesObject): Promise<string[]> {
  const { apiVersion, kind, metadata } = manifest;
  const label = `${apiVersion} ${kind} ${metadata.name}`;
  if (apiVersion === 'barmancloud.cnpg.io/v1' && kind === 'ObjectStore') {
    const { error } = objectStore.safeParse(manifest);
    return error ? [`${label}: ${z.prettifyError(error)}`] : [];
  }
  const found = await findModel(apiVersion, kind);
  if (!found) return [`${label}: there is no such kind`];
  const read = new Set<string>();
  const model = new found(structuredClone(manifest));
  try {
    found.prototype.validate.call(recorded(model, '', read));
  } catch (error) {
    return [`${label}: ${error instanceof Error ? error.message : String(error)}`];
  }
  return unread(manifest, '', read).map((path) => `${label}: unknown field ${path}`);
}

async function findModel(apiVersion: string, kind: string): Promise<ModelClass | undefined> {
  const models = (await groups[apiVersion]?.()) ?? {};
  const found: unknown = Reflect.get(models, kind);
  return isModel(found) ? found : undefined;
}

const isModel = (found: unknown): found is ModelClass =>
  typeof found === 'function' && 'validate' in found.prototype;

function recorded<T extends object>(target: T, path: string, read: Set<string>): T {
  return new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name);
      if (typeof name !== 'string') return value;
      read.add(`${path}/*`).add(`${path}/${name}`);
      const isOwn = Object.hasOwn(object, name) && typeof value === 'object' && value !== null;
      return isOwn ? recorded(value, `${path}/${name}`, read) : value;
    },
  });
}

/** Fields that nothing asked for, in objects of which something was asked: others are free in form. */
function unread(value: unknown, path: string, read: ReadonlySet<string>): string[] {
  if (typeof value !== 'object' || value === null || !read.has(`${path}/*`)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${path}/${name}`;
    return read.has(here) ? unread(inner, here, read) : [here];
  });
}
