/**
 * Builds a kustomization as `kubectl kustomize` does, for the features of `kustomization.ts` alone;
 * anything else is refused. A test compares both where kubectl is installed.
 */
import { join, normalize } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { deletion, type Kustomization, kustomization, operations } from './kustomization.ts';
import { isKubernetesObject, type KubernetesObject, keyOf } from './manifest.ts';
import { applyOperations } from './operations.ts';

/** Text of a file, or undefined. */
export type ReadFile = (path: string) => string | undefined;

const file = 'kustomization.yaml';

export function build(folder: string, read: ReadFile): KubernetesObject[] {
  return kustomize(folder, [], read);
}

/** A component works on what its parent has gathered; anything else begins with nothing. */
function kustomize(
  folder: string,
  given: readonly KubernetesObject[],
  read: ReadFile,
): KubernetesObject[] {
  const text = read(join(folder, file));
  if (text === undefined) throw new Error(`${folder} has no ${file}`);
  const definition = kustomization.parse(parse(text));
  let manifests = [...given];
  for (const resource of definition.resources) {
    manifests = joined(manifests, resourcesAt(normalize(join(folder, resource)), read));
  }
  for (const component of definition.components) {
    manifests = kustomize(normalize(join(folder, component)), manifests, read);
  }
  return transformed(manifests, definition);
}

function resourcesAt(path: string, read: ReadFile): KubernetesObject[] {
  if (!path.endsWith('.yaml')) return kustomize(path, [], read);
  const text = read(path);
  if (text === undefined) throw new Error(`${path} is missing`);
  return parseManifests(text);
}

/** The objects of a stream of YAML documents. */
export const parseManifests = (text: string): KubernetesObject[] =>
  parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    const value: unknown = document.toJS();
    if (!isKubernetesObject(value)) throw new Error('a document is no object of Kubernetes');
    return value;
  });

function joined(
  first: readonly KubernetesObject[],
  second: readonly KubernetesObject[],
): KubernetesObject[] {
  const known = new Set(first.map(keyOf));
  const twice = second.map(keyOf).find((key) => known.has(key));
  if (twice) throw new Error(`${twice} is there already`);
  return [...first, ...second];
}

function transformed(
  manifests: readonly KubernetesObject[],
  definition: Kustomization,
): KubernetesObject[] {
  const patched = definition.patches.reduce<KubernetesObject[]>(applyPatch, [...manifests]);
  const { namespace, images } = definition;
  return patched
    .map((manifest) => (namespace ? inNamespace(manifest, namespace) : manifest))
    .map((manifest) => withImages(manifest, images));
}

function applyPatch(
  manifests: KubernetesObject[],
  { target, patch }: Kustomization['patches'][number],
) {
  const names = new RegExp(`^(?:${target.name ?? '.*'})$`);
  const matches = ({ kind, metadata: { name } }: KubernetesObject) =>
    kind === target.kind && names.test(name);
  if (!manifests.some(matches)) {
    throw new Error(`a patch finds no ${target.kind} ${target.name ?? ''}`);
  }
  const body: unknown = parse(patch);
  if (deletion.safeParse(body).success) return manifests.filter((manifest) => !matches(manifest));
  const changes = operations.parse(body);
  return manifests.map((manifest) =>
    matches(manifest) ? applyOperations(manifest, changes) : manifest,
  );
}

const inNamespace = (manifest: KubernetesObject, namespace: string): KubernetesObject =>
  manifest.kind === 'Namespace'
    ? { ...manifest, metadata: { ...manifest.metadata, name: namespace } }
    : { ...manifest, metadata: { ...manifest.metadata, namespace } };

function withImages(manifest: KubernetesObject, images: Kustomization['images']): KubernetesObject {
  if (images.length === 0) return manifest;
  return JSON.parse(JSON.stringify(manifest), (key, value) => {
    if (key !== 'image' || typeof value !== 'string') return value;
    const [, name = '', version = ''] = /^(.*?)((?::[^:/@]*)?(?:@.*)?)$/.exec(value) ?? [];
    const found = images.find((image) => image.name === name);
    if (!found) return value;
    const { newName = name, newTag, digest } = found;
    const chosen = (newTag ? `:${newTag}` : '') + (digest ? `@${digest}` : '');
    return newName + (chosen || version);
  });
}
