/** Command line of an operator's call: one action, its input as JSON, the tenant it is meant for. */
import { readFile } from 'node:fs/promises';
import { type Contract, serviceContracts } from '@svc/contracts';
import type { Reply } from '@svc/kit/transport';
import { type CliCommand, runCommand, UsageError } from '@svc/text/command';
import { nearestName } from '@svc/text/nearest-name';
import { printableJson } from '@svc/text/printable';
import { z } from 'zod';

/** By the service's name. */
export const contractsByName = new Map<string, Contract>(
  serviceContracts.map((contract) => [contract.name, contract]),
);
/** Roles of an environment. */
export const roleNames: readonly string[] = [...contractsByName.keys(), 'gateway', 'desk'];
const actionsOf = new Map<string, string[]>(
  serviceContracts.map(({ name, actions }) => [name, Object.keys(actions)]),
);

export interface OperatorCall {
  service: string;
  action: string;
  input: Record<string, unknown>;
  tenant: string;
}

export interface CallCommand {
  /** As it is typed, without and with its arguments. */
  name: string;
  typed: string;
  /** Which environment it reaches. */
  reaches: string;
  options: CliCommand['options'];
  send(call: OperatorCall, options: Record<string, unknown>): Promise<Reply>;
}

export function runCall(how: CallCommand, args?: readonly string[]): Promise<void> {
  const command = {
    name: how.name,
    positionals: "<service>.<action> ['{JSON input}'] [tenant id]",
    about: `Calls one action, as operator. "@file" as a value of the input stands for the content of
the file. Without an action: lists those of a service.

  ${how.typed} accounts
  ${how.typed} accounts.createTenant '{"name":"Acme Labs"}'

Services: ${[...actionsOf.keys()].join(', ')}.
${how.reaches}`,
    options: how.options,
  };
  return runCommand(
    command,
    async ({ values, positionals }) => {
      const call = await readCall(positionals);
      if (typeof call === 'string') {
        process.stdout.write(call);
        return 0;
      }
      const reply = await how.send(call, values);
      process.stdout.write(`${printableJson(reply, 2)}\n`);
      return 'ok' in reply ? 0 : 1;
    },
    args,
  );
}

/** The call, or the list of actions of a service. */
async function readCall(positionals: readonly string[]): Promise<OperatorCall | string> {
  const [target = '', input = '{}', tenant = '', ...others] = positionals;
  const [service = '', action] = target.split('.');
  const actions = actionsOf.get(service);
  if (!actions) throw new UsageError(unknownService(service));
  if (action === undefined) return actions.map((name) => `${service}.${name}\n`).join('');
  if (!actions.includes(action)) throw new UsageError(unknownAction(service, action, actions));
  if (others.length > 0) throw new UsageError(`"${others[0]}" is one argument too many.`);
  return { service, action, input: await readInput(input), tenant };
}

function unknownService(service: string): string {
  if (service === '') return 'Which action?';
  const known = [...actionsOf.keys()];
  const near = nearestName(service, known);
  const hint = near ? `Did you mean ${near}?` : `There are: ${known.join(', ')}.`;
  return `There is no service "${service}". ${hint}`;
}

function unknownAction(service: string, action: string, actions: readonly string[]): string {
  const near = nearestName(action, actions);
  const hint = near ? `Did you mean ${service}.${near}?` : `It has: ${actions.join(', ')}.`;
  return `The service ${service} has no action "${action}". ${hint}`;
}

async function readInput(text: string): Promise<Record<string, unknown>> {
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(parsed(text));
  if (!success) throw new UsageError(`The input is not a JSON object: ${text}`);
  const entries = Object.entries(data).map(async ([name, value]) => {
    const isFile = typeof value === 'string' && value.startsWith('@');
    return [name, isFile ? await contentOf(value.slice(1)) : value];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function contentOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} cannot be read: ${error.code}.`);
  });
}
