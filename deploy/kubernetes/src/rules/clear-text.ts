import type { Json, KubernetesObject } from '../manifest.ts';
import { type Source, sources } from '../settings.ts';

const forms = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a URL with a password': /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/,
};

/** Secrets stand in Secrets, which are made by hand; nothing of them is in a manifest. */
export const clearTextProblems = (manifests: readonly KubernetesObject[]): string[] =>
  manifests.flatMap((manifest) => {
    const label = `${manifest.kind} ${manifest.metadata.name}`;
    if (manifest.kind === 'Secret') return [`${label}: a Secret does not belong into a manifest`];
    return found(JSON.parse(JSON.stringify(manifest)), []).map((problem) => `${label}: ${problem}`);
  });

function found(value: Json, path: readonly string[]): string[] {
  if (typeof value === 'string') {
    return Object.entries(forms)
      .filter(([, form]) => form.test(value))
      .map(([name]) => `${path.join('.')} holds ${name}`);
  }
  if (typeof value !== 'object' || value === null) return [];
  return [
    ...literalSecret(value),
    ...Object.entries(value).flatMap(([name, inner]) => found(inner, [...path, name])),
  ];
}

/** An environment variable, or an entry of a ConfigMap, that settings.ts wants from a Secret. */
function literalSecret(value: object): string[] {
  const [name, text]: unknown[] = [Reflect.get(value, 'name'), Reflect.get(value, 'value')];
  const isLiteral = typeof name === 'string' && typeof text === 'string';
  return [...(isLiteral ? [name] : []), ...Object.keys(value)]
    .filter(isSecret)
    .map((one) => `${one} stands in clear`);
}

const isFromSecret = (from: Source['from'] | undefined): boolean =>
  from === 'secret' || from === 'optional' || from === 'role' || from === 'migration';

function isSecret(name: string): boolean {
  const from = sources[name]?.from;
  return isFromSecret(from) || name === 'AWS_SECRET_ACCESS_KEY';
}
