/** What services that stand in return to each page and form, unless a test replaces it. */
import { serviceContracts } from '@svc/contracts';
import { accessOutputs } from './access-answers.ts';
import { deskOutputs } from './desk-answers.ts';
import { deskJobOutputs } from './desk-job-answers.ts';
import type { Outputs } from './examples.ts';
import { portalOutputs } from './portal-answers.ts';
import type { Services } from './services.ts';

/** By `service.action`; a new page adds what its queries return. */
export const outputs: Outputs = {
  ...{ ...portalOutputs, ...accessOutputs, ...deskOutputs, ...deskJobOutputs },
};

/** Forms that lead on read nothing of an output. */
const commands = serviceContracts.flatMap(({ name, actions }) =>
  Object.entries(actions).flatMap(([action, { kind }]) =>
    kind === 'command' ? [`${name}.${action}`] : [],
  ),
);

export function answerAll({ answer }: Services): void {
  for (const name of commands) answer(name, {});
  for (const [name, output] of Object.entries(outputs)) answer(name, output);
}
