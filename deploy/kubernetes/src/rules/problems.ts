/** All rules that hold between the objects of a built installation. Empty: none is broken. */
import type { KubernetesObject } from '../manifest.ts';
import { admissionProblems } from './admission.ts';
import { clearTextProblems } from './clear-text.ts';
import { disruptionProblems } from './disruption.ts';
import { flowProblems, hostProblems } from './flows.ts';
import { imageProblems } from './images.ts';
import { installation } from './installation.ts';
import { operatorProblems } from './operators.ts';
import { accountProblems, podProblems } from './pods.ts';
import { referenceProblems } from './references.ts';
import { secrecyProblems } from './secrecy.ts';
import { selectorProblems } from './selectors.ts';

export function problemsOf(manifests: readonly KubernetesObject[]): string[] {
  const given = installation(manifests);
  return [
    ...clearTextProblems(manifests),
    ...podProblems(given),
    ...admissionProblems(given),
    ...accountProblems(given),
    ...operatorProblems(given),
    ...imageProblems(given),
    ...selectorProblems(given),
    ...referenceProblems(given),
    ...secrecyProblems(given),
    ...disruptionProblems(given),
    ...hostProblems(given),
    ...flowProblems(given),
  ];
}
