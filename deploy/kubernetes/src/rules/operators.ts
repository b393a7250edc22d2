import { operators } from '../operators.ts';
import type { Installation } from './installation.ts';

/** API groups of Kubernetes itself. */
const builtIn = ['v1', 'apps', 'autoscaling', 'batch', 'networking.k8s.io', 'policy'];

/** Each kind is Kubernetes' own or an operator's whose installation the guide shows. */
export const operatorProblems = ({ manifests }: Installation): string[] => {
  const known = [...builtIn, ...operators.flatMap(({ groups }) => groups)];
  return manifests
    .filter(({ apiVersion }) => !known.includes(apiVersion.split('/')[0] ?? ''))
    .map(({ kind, metadata: { name } }) => `${kind} ${name}: operators.ts has no operator for it`);
};
