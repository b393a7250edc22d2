/** Context of a command of `ops`: its terminal, and typed requests to the environment. */

import type { Reply } from '@svc/kit/transport';
import { nearestName } from '@svc/text/nearest-name';
import type { Shell } from '@svc/text/shell';
import type { Command } from 'commander';
import type { z } from 'zod';
import { contractsByName, roleNames } from '../call-command.ts';
import type { OperatorLink } from '../operator-link.ts';

export interface OpsShell extends Shell {
  connect(options: { sandbox: boolean }): Promise<OperatorLink>;
}

/** The role does not answer, or failed. */
export class NoAnswer extends Error {}
/** Refused by the service, with its code. */
export class Refused extends Error {}

interface Request<O extends z.ZodType> {
  service: string;
  action: string;
  output: O;
  input?: object;
  tenant?: string;
}

/** The answer; throws what the role says, or that it does not answer. */
export async function ask<O extends z.ZodType>(
  link: OperatorLink,
  { service, action, output, input = {}, tenant = '' }: Request<O>,
): Promise<z.output<O>> {
  const reply = await link.call({ service, action, input: { ...input }, tenant });
  if ('ok' in reply) return output.parse(reply.ok);
  throw faultOf(service, reply);
}

/** Asks each service; those that do not answer are named, and the command fails. */
export async function askEach<T>(
  shell: OpsShell,
  services: readonly string[],
  request: (service: string) => Promise<T>,
): Promise<T[]> {
  const answers = await Promise.all(
    services.map((service) =>
      request(service).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        shell.err(error.message);
        shell.exitCode = 1;
        return undefined;
      }),
    ),
  );
  return answers.flatMap((answer) => (answer === undefined ? [] : [answer]));
}

function faultOf(service: string, reply: Exclude<Reply, { ok: unknown }>): Error {
  if ('refused' in reply) return new Refused(`${reply.refused.code}: ${reply.refused.detail}`);
  if ('invalid' in reply) {
    const issues = reply.invalid.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return new Refused(issues.join('\n') || 'The request is not valid.');
  }
  if (reply.fault === 'unavailable') return new NoAnswer(`${service} does not answer.`);
  return new NoAnswer(`${service} failed; its log has the reason.`);
}

/** Runs `work` over a connection that is closed afterwards. */
export async function connected<T>(
  shell: OpsShell,
  command: Command,
  work: (link: OperatorLink) => Promise<T>,
): Promise<T> {
  const { sandbox = false } = command.optsWithGlobals<{ sandbox?: boolean }>();
  const link = await shell.connect({ sandbox });
  return work(link).finally(() => link.close());
}

export const allRoles = roleNames;
const allServices: readonly string[] = [...contractsByName.keys()];

/** The named service, or all; another name is a wrong argument. */
export function servicesOf(command: Command, name: string | undefined): readonly string[] {
  if (name === undefined) return allServices;
  if (allServices.includes(name)) return [name];
  const near = nearestName(name, allServices);
  const hint = near ? `Did you mean ${near}?` : `There are: ${allServices.join(', ')}.`;
  return command.error(`error: there is no service "${name}". ${hint}`);
}
